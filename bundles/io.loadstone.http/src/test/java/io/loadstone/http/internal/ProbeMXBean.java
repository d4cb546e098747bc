package io.loadstone.http.internal;

/** What the tests touch through the endpoint. */
public interface ProbeMXBean {
  long getLargest();

  String getText();

  void setText(String text);

  String echo(String text);

  void failWith(String kind, String message);
}
