#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The bill of materials of a commit, SPDX 2.3 as JSON: every file with its digest and licence, and what is
linked. The same commit, the same bytes: its date is the commit's."""
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile


def git(*args):
    return subprocess.run(["git", *args], check=True, stdout=subprocess.PIPE).stdout


def identifier(path):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", path) + "-" + hashlib.sha1(path.encode()).hexdigest()[:8]


def main():
    version = sys.argv[1]
    date = git("log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ").decode().strip()
    commit = git("rev-parse", "HEAD").decode().strip()
    files, sums = [], []
    tree = tarfile.open(fileobj=io.BytesIO(git("archive", "HEAD")))
    for member in sorted((m for m in tree.getmembers() if m.isfile()), key=lambda m: m.name):
        path, data = member.name, tree.extractfile(member).read()
        sha1 = hashlib.sha1(data).hexdigest()
        sums.append(sha1)
        files.append({"SPDXID": identifier(path), "fileName": "./" + path, "copyrightText": "NOASSERTION",
                      "licenseConcluded": "MIT",
                      "licenseInfoInFiles": ["MIT" if b"SPDX-License-Identifier: MIT" in data[:400] else "NOASSERTION"],
                      "checksums": [{"algorithm": "SHA1", "checksumValue": sha1},
                                    {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}]})
    code = hashlib.sha1("".join(sorted(sums)).encode()).hexdigest()
    package = {"SPDXID": "SPDXRef-Package", "name": "wgdesc", "versionInfo": version, "licenseConcluded": "MIT",
               "licenseDeclared": "MIT", "copyrightText": "NOASSERTION", "downloadLocation": "NOASSERTION",
               "filesAnalyzed": True, "packageVerificationCode": {"packageVerificationCodeValue": code},
               "licenseInfoFromFiles": ["MIT"], "hasFiles": [f["SPDXID"] for f in files]}
    header = {"SPDXID": "SPDXRef-cJSON", "name": "cJSON", "licenseConcluded": "MIT", "licenseDeclared": "MIT",
              "copyrightText": "NOASSERTION", "downloadLocation": "https://github.com/DaveGamble/cJSON",
              "filesAnalyzed": False, "comment": "of the system: the program's sources include its header"}
    document = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
                "name": "wgdesc-" + version, "documentNamespace": "urn:wgdesc:%s:%s" % (version, commit),
                "creationInfo": {"created": date, "creators": ["Tool: docs/packaging/spdx.py"]},
                "packages": [package, header], "files": files,
                "relationships": [
                    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                     "relatedSpdxElement": "SPDXRef-Package"},
                    {"spdxElementId": "SPDXRef-cJSON", "relationshipType": "BUILD_DEPENDENCY_OF",
                     "relatedSpdxElement": "SPDXRef-Package"}]}
    json.dump(document, sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
