"""Reads a record's file by its description alone: nothing of the service is used here.

usage: verify_record.py KEY FILE...   prints a line for each file; KEY as name+id+base64

Written from C2SP signed-note, tlog-checkpoint and tlog-tiles, RFC 6962, RFC 8032, RFC 2104, RFC 3161, and the page
docs/reference/record.md. It checks who signed, and that nothing was changed, added, moved or left out.
"""
import base64, hashlib, hmac, json, re, sys

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


class Broken(Exception):
    pass


def need(holds, why):
    if not holds:
        raise Broken(why)


# Ed25519 (RFC 8032), points as (X, Y, Z, T) with x = X/Z, y = Y/Z and xy = T/Z

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, point):
    result = (0, 1, 1, 0)
    while n:
        if n & 1:
            result = add(result, point)
        point, n = add(point, point), n >> 1
    return result


def same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def point_of(data):
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    need(y < P, "a point is out of range")
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    need(x * x % P == square, "a point is not on the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def signed(public, message, signature):
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(r + public + message).digest(), "little") % L
    return same(times(s, BASE), add(point_of(r), times(h, point_of(public))))


def b64(text):
    data = base64.b64decode(text, validate=True)
    need(base64.b64encode(data).decode() == text, "base64 is written in another way")
    return data


# signed-note and tlog-checkpoint

def read_key(text):
    name, key_id, data = text.split("+", 2)
    data = b64(data)
    own = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
    need(data[0] == 1 and len(data) == 33 and own.hex() == key_id, "the key is none")
    return name, own, data[1:]


def open_note(note, key):
    name, key_id, public = key
    end = note.rindex("\n\n")
    text, lines = note[: end + 1], note[end + 2 :]
    need(lines.endswith("\n"), "the note is cut off")
    found = False
    for line in lines[:-1].split("\n"):
        dash, signer, data = line.split(" ")
        data = b64(data)
        need(dash == "\u2014", "a line of the note signs nothing")
        if signer == name and data[:4] == key_id:
            found = True
            need(signed(public, text.encode(), data[4:]), "the signature is false")
    need(found, "it is signed with another key")
    return text


# RFC 6962

def leaf_hash(data):
    return hashlib.sha256(b"\0" + data).digest()


class Tree:
    def __init__(self):
        self.size, self.roots = 0, []

    def add(self, leaves, root):
        need(self.size % leaves == 0, "a hash stands in the wrong place")
        rest = self.size // leaves
        while rest % 2:
            root, rest = hashlib.sha256(b"\1" + self.roots.pop() + root).digest(), rest // 2
        self.roots.append(root)
        self.size += leaves

    def skip(self, end, hashes):
        for root in hashes:
            leaves = 1
            while self.size % (leaves * 2) == 0 and self.size + leaves * 2 <= end:
                leaves *= 2
            need(self.size + leaves <= end and len(b64(root)) == 32, "a hash is too much")
            self.add(leaves, b64(root))
        need(self.size == end, "a hash is missing")

    def root(self):
        root = None
        for left in reversed(self.roots):
            root = left if root is None else hashlib.sha256(b"\1" + left + root).digest()
        return root or hashlib.sha256(b"").digest()


def grown(old_size, old_root, size, root, proof):
    """Whether a tree has grown from a smaller one (RFC 9162, section 2.1.4.2)."""
    if old_size == 0:
        return not proof and old_root == hashlib.sha256(b"").digest()
    if old_size == size:
        return not proof and old_root == root
    at, last = old_size - 1, size - 1
    while at % 2:
        at, last = at // 2, last // 2
    path = [old_root, *proof] if at == 0 else proof
    if old_size > size or not path:
        return False
    before = now = path[0]
    for beside in path[1:]:
        if last == 0:
            return False
        if at % 2 or at == last:
            before, now = (hashlib.sha256(b"\1" + beside + each).digest() for each in (before, now))
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
        else:
            now = hashlib.sha256(b"\1" + now + beside).digest()
        at, last = at // 2, last // 2
    return last == 0 and before == old_root and now == root


# RFC 3161 and X.690: what was stamped. Whose signature it is, is not read here.

def members(data):
    """The parts of a DER value, each with its tag."""
    while data:
        tag, length, start = data[0], data[1], 2
        if length & 128:
            start += length & 127
            length = int.from_bytes(data[2:start], "big")
        need(start + length <= len(data), "a stamp is cut off")
        yield tag, data[start : start + length]
        data = data[start + length :]


def inside(data, *places):
    for place in places:
        data = list(members(data))[place][1]
    return data


def imprint(token):
    # ContentInfo, SignedData, its content; there messageImprint, and in it the hash.
    content = inside(token, 0, 1, 0, 2, 1, 0)
    need(inside(content, 0, 2, 0, 0) == bytes.fromhex("608648016503040201"), "no SHA-256")
    return inside(content, 0, 2, 1)


def check_stamp(stamp, key, keys, size, root):
    need(set(stamp) == {"note", "proof", "token"}, "stamp")
    text = stamp["note"][: stamp["note"].rindex("\n\n") + 1]
    origin, old_size, old_root = text.split("\n")[:3]
    need(stamp["note"].count("\n\u2014 ") == 1, "stamp")
    signers = [key]
    for note in reversed(keys):
        before, after = (read_key(each) for each in note.split("\n")[2:4])
        if after == signers[-1]:
            open_note(note, before), open_note(note, after)
            signers.append(before)
    for signer in signers:
        try:
            need(signer[0] == origin, "the log had another name")
            open_note(stamp["note"], signer)
            break
        except Broken:
            continue
    else:
        raise Broken("the stamped tree is not signed by this log")
    proof = [b64(each) for each in stamp["proof"]]
    need(grown(int(old_size), b64(old_root), size, root, proof), "the stamped tree is another")
    own = hashlib.sha256(stamp["note"].encode()).digest()
    need(imprint(b64(stamp["token"])) == own, "the stamp is of something else")


ENTRY = re.compile(r'\{(?:"gap":(\["[^]]*\]),)?"index":(\d+),"leaf":(\{.*\})\}')
PART = re.compile(r'\{"salt":"([0-9a-f]{64})","(body|private)":(.*)\}')
MEASURES = re.compile(r'\{"measures":(\{.*\})\}')
END = re.compile(r'\{(?:"gap":(\["[^]]*\]),)?"end":true\}')


def verify(data, key_text):
    key = read_key(key_text)
    need(data.endswith(b"\n") and b"\r" not in data, "the file is cut off or converted")
    lines = data.decode("utf-8").split("\n")[:-1]
    header = json.loads(lines[0])
    need(json.dumps(header, separators=(",", ":"), ensure_ascii=False) == lines[0], "header")
    need(header["kind"] == "record" and header["v"] == 2 and header["key"] == key_text, "header")
    need(set(header) - {"stamp"} == {"checkpoint", "heads", "key", "keys", "kind", "owner", "v"}, "header")
    origin, size, root = open_note(header["checkpoint"], key).split("\n")[:3]
    heads = open_note(header["heads"], key).split("\n")
    notes = "\n".join([header["checkpoint"], *header["keys"]])
    need(heads[0] == origin + "/streams" and heads[2] == size and origin == key[0], "heads")
    need(heads[3] == hashlib.sha256(notes.encode()).hexdigest(), "a note was changed")
    if "stamp" in header:
        stamp = json.dumps(header["stamp"], separators=(",", ":"), ensure_ascii=False)
        need(heads.pop(6) == "stamp " + hashlib.sha256(stamp.encode()).hexdigest(), "stamp")
        check_stamp(header["stamp"], key, header["keys"], int(size), b64(root))
    counts, published = heads[6:-1], None
    if counts and counts[0].startswith("measures "):
        published, counts = counts[0][len("measures "):], counts[1:]
    expected = {name: int(count) for name, count in (line.split(" ") for line in counts)}
    need((heads[4] == "opened") == (header["owner"] is not None), "the owner was left out")
    if header["owner"]:
        need({each["id"] for each in header["owner"]["streams"]} == set(expected), "owner")
        for each in header["owner"]["streams"]:
            message = f'{header["owner"]["user"]} {each["subject"]}'.encode()
            mac = hmac.new(bytes.fromhex(each["key"]), message, "sha256").hexdigest()
            need(mac[:32] == each["id"], "a stream is not of this owner")
    tree, seen, leaf, told = Tree(), dict.fromkeys(expected, 0), None, []
    rest = lines[1:-1]
    if published:
        said = MEASURES.fullmatch(rest.pop()) if rest else None
        need(said and hashlib.sha256(said[1].encode()).hexdigest() == published, "the figures were changed")
    for line in rest:
        part, entry = PART.fullmatch(line), ENTRY.fullmatch(line)
        if part:
            salt, name, text = part.groups()
            told.append(name)
            own = hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()
            need(leaf and told in (["body"], ["private"], ["body", "private"]), "order of parts")
            need(leaf.get(name) == own, "what an entry says was changed")
            continue
        need(entry, "a line is none of a record")
        need(leaf is None or heads[5] != "whole" or leaf["kind"] == "import" or "body" in told, "absent")
        need(leaf is None or heads[5] != "whole" or "private" not in leaf or told[1:] or not told, "absent")
        gap, index, text = entry.groups()
        need(str(int(index)) == index, "a number is written in another way")
        leaf, told = json.loads(text), []
        tree.skip(int(index), json.loads(gap) if gap else [])
        tree.add(1, leaf_hash(text.encode()))
        need(leaf["stream"] in seen, "an entry is of another stream")
        seen[leaf["stream"]] += 1
        need(leaf["position"] == seen[leaf["stream"]], "an entry is missing or repeated")
    need(leaf is None or heads[5] != "whole" or "body" in told or leaf["kind"] == "import", "absent")
    need(leaf is None or heads[5] != "whole" or "private" not in leaf or told[1:] or not told, "absent")
    end = END.fullmatch(lines[-1])
    need(end and len(lines) > 1, "the end is missing")
    tree.skip(int(size), json.loads(end[1]) if end[1] else [])
    need(tree.root() == b64(root), "the entries do not give the signed tree")
    need(seen == expected, "entries are missing")
    return sum(seen.values())


if __name__ == "__main__":
    for path in sys.argv[2:]:
        try:
            with open(path, "rb") as file:
                print("verified", verify(file.read(), sys.argv[1]), path)
        except Exception as error:
            print("broken", repr(error), path)
