#!/usr/bin/env python3
"""Prints every skipped test with its reason; fails if one is not listed in .ci/allowed-skips.

A line of that file is `Class.method: reason`: the name may hold * and the reason must be part of the one given.
"""
import fnmatch
import glob
import sys
import xml.etree.ElementTree as ET

allowed = [
    tuple(part.strip() for part in line.split(":", 1))
    for line in open(".ci/allowed-skips", encoding="utf-8")
    if line.strip() and not line.startswith("#")
]


def reason_of(skipped):
    text = skipped.get("message") or (skipped.text or "").strip()
    first = text.splitlines()[0] if text else "no reason given"
    return first.removeprefix("org.opentest4j.TestAbortedException: ").removeprefix("Assumption failed: ")


reports = [
    path
    for kind in ("surefire", "failsafe")
    for path in glob.glob(f"**/target/{kind}-reports/TEST-*.xml", recursive=True)
]
ran = bad = 0
for path in sorted(reports):
    for case in ET.parse(path).getroot().iter("testcase"):
        ran += 1
        skipped = case.find("skipped")
        if skipped is None:
            continue
        name = f"{case.get('classname').rsplit('.', 1)[-1]}.{case.get('name')}"
        reason = reason_of(skipped)
        fine = any(fnmatch.fnmatchcase(name, test) and why in reason for test, why in allowed)
        bad += not fine
        print(f"skipped{'' if fine else ' BUT MUST RUN HERE'}: {name}: {reason}")
if ran == 0:
    sys.exit("no test report was found: nothing was tested")
print(f"{ran} tests in {len(reports)} reports, {bad} skipped that must run here")
sys.exit(1 if bad else 0)
