package io.loadstone.plan.internal;

import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.AddressRange.Bound;
import io.loadstone.api.plan.AddressRange.Unit;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.Percentages;
import io.loadstone.api.quantity.Sizes;

/** Parts of a target as people write them: {@code 10%..50%}, {@code 0..1GiB}. */
final class RangeText {
  static final String ALLOWED =
      "a part of the target such as 10%..50%, 0..1GiB or 1GiB..100%, its end behind its begin";

  private RangeText() {}

  static AddressRange parse(String text) {
    int dots = text.indexOf("..");
    if (dots < 0) {
      throw new InvalidValueException(text, ALLOWED);
    }
    String from = text.substring(0, dots).strip();
    String to = text.substring(dots + 2).strip();
    try {
      AddressRange range = new AddressRange(bound(from), bound(to));
      // "10..50%" would mean from byte 10 on, which nobody wants.
      boolean unitForgotten =
          range.from().unit() != range.to().unit()
              && range.from().value() != 0
              && (isBareNumber(from) || isBareNumber(to));
      boolean empty =
          range.from().unit() == range.to().unit() && range.from().value() >= range.to().value();
      if (unitForgotten || empty || range.to().value() == 0) {
        throw new InvalidValueException(text, ALLOWED);
      }
      return range;
    } catch (InvalidValueException e) {
      throw new InvalidValueException(text, ALLOWED);
    }
  }

  static String format(AddressRange range) {
    return format(range.from()) + ".." + format(range.to());
  }

  private static boolean isBareNumber(String text) {
    return Character.isDigit(text.charAt(text.length() - 1));
  }

  private static Bound bound(String text) {
    return text.endsWith("%")
        ? new Bound(Unit.PERCENT, Percentages.parse(text))
        : new Bound(Unit.BYTES, Sizes.parseBytes(text));
  }

  private static String format(Bound bound) {
    if (bound.unit() == Unit.PERCENT) {
      return Percentages.format(bound.value());
    }
    String bytes = Sizes.format((long) bound.value());
    return bound.value() != 0 && isBareNumber(bytes) ? bytes + "B" : bytes;
  }
}
