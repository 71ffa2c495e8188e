"""A classifier of short texts in many languages: MiniLM's layers beside a table of pieces of words, for what its own words do not
know. Trained here, and written as int8 ONNX."""
import copy, random

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from minilm import SEP, WIDTH, LAYERS, Graph, MiniLM, TensorProto, cosine_schedule

BUCKETS, PIECES = 1 << 16, 64


class Detector(MiniLM):
    def __init__(self, classes, layers=LAYERS):
        super().__init__(layers)
        self.pieces = nn.EmbeddingBag(BUCKETS + 1, PIECES, mode="sum", padding_idx=BUCKETS)
        nn.init.normal_(self.pieces.weight, std=0.02)
        self.pieces_norm, self.pieces_drop = nn.LayerNorm(PIECES), nn.Dropout(0.5)
        self.head = nn.Sequential(nn.Linear(2 * WIDTH + PIECES, 256), nn.Tanh(), nn.Dropout(0.2), nn.Linear(256, classes))

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


def train(net, messages, *, weight, label, size, steps, seed):
    """`label` is the number of a message's class; 0 is what stays what the other says where two are joined."""
    rng = random.Random(seed)
    weights, calm = [weight(m) for m in messages], [m for m in messages if label(m) == 0]

    def joined(m):
        """Two messages as one: what is grave stays grave inside an everyday wish."""
        if rng.random() > 0.2:
            return m, label(m)
        other = rng.choice(calm if rng.random() < 0.8 else messages)
        first, second = (m, other) if rng.random() < 0.5 else (other, m)
        tokens = (first["tokens"][:-1] + second["tokens"][1:])[:127]
        tokens = tokens if tokens[-1] == SEP else tokens + [SEP]
        return dict(tokens=tokens, buckets=list(set(m["buckets"]) | set(other["buckets"]))[:700]), label(m) or label(other)

    net.freeze_words()
    of = net.parameters_of
    optimizer = torch.optim.AdamW([dict(params=of("head", "pieces_norm"), lr=5e-4), dict(params=of("pieces."), lr=1e-3), dict(params=of("layers"), lr=6e-5, weight_decay=0.01)])
    schedule = cosine_schedule(optimizer, steps)
    mean = None  # of the weights over the last steps, which is steadier than the last
    net.train()
    for step in range(steps):
        drawn, wanted = zip(*(joined(m) for m in rng.choices(messages, weights, k=size)))
        wanted = torch.tensor(wanted).cuda()
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


def export(net, path, name, output):
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
    step("Softmax", [graph.head("head", "all")], output, axis=-1)
    inputs = [("embedded", TensorProto.FLOAT, [1, "length", WIDTH]), ("buckets", TensorProto.INT64, ["pieces"])]
    graph.save(name, path, inputs, [(output, TensorProto.FLOAT, [1, net.head[3].out_features])])


@torch.no_grad()
def likelihoods(net, session, messages):
    """What the written model says, as it will run."""
    found = []
    for m in messages:
        embedded = net.embedded(torch.tensor([m["tokens"]]).cuda()).float().cpu().numpy()
        found.append(session.run(None, {"embedded": embedded, "buckets": np.array(m["buckets"], np.int64)})[0][0])
    return np.array(found)
