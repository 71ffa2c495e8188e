"""all-MiniLM-L6-v2 written out: its layers for training, its weights as TensorFlow.js has them, and its steps as int8 ONNX."""
import json, os, re

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional as F

WIDTH, HEADS, INNER, LAYERS, CLS, SEP = 384, 12, 1536, 6, 101, 102


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


class MiniLM(nn.Module):
    """Its table of words stays as it is, so that all models share it; the layers are trained."""

    def __init__(self):
        super().__init__()
        self.word, self.position, self.kind = nn.Embedding(30522, WIDTH), nn.Embedding(512, WIDTH), nn.Embedding(2, WIDTH)
        self.norm, self.drop = nn.LayerNorm(WIDTH, eps=1e-12), nn.Dropout(0.1)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))

    def embedded(self, ids):
        at = torch.arange(ids.shape[1], device=ids.device)
        return self.norm(self.word(ids) + self.position(at)[None] + self.kind(torch.zeros_like(ids)))

    def through(self, embedded, mask):
        h = self.drop(embedded)
        bias = (1.0 - mask[:, None, None, :].to(h.dtype)) * -10000.0
        for layer in self.layers:
            h = layer(h, bias, self.drop)
        return h

    def freeze_words(self):
        for name, parameter in self.named_parameters():
            parameter.requires_grad_(not name.startswith(("word", "position", "kind", "norm.")))

    def parameters_of(self, *starts):
        return [p for n, p in self.named_parameters() if n.startswith(starts) and p.requires_grad]


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


def cosine_schedule(optimizer, steps):
    return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min((s + 1) / (0.1 * steps), max(0.02, 1 - s / steps)))


class Graph:
    """An ONNX graph in the few large steps that models/encoder/join.py makes; what the encoder's first step gives goes in."""

    def __init__(self, net):
        self.known = {k: v.float().cpu().numpy() for k, v in net.state_dict().items()}
        self.nodes, self.kept = [], []

    def keep(self, name, array):
        self.kept.append(numpy_helper.from_array(np.asarray(array, order="C"), name))
        return name

    def step(self, kind, inputs, outputs, domain="", **attributes):
        self.nodes.append(helper.make_node(kind, inputs, outputs if isinstance(outputs, list) else [outputs], domain=domain, **attributes))
        return outputs

    def product(self, name, value, *of):
        weights, bias = np.concatenate([self.known[f"{o}.weight"].T for o in of], 1), np.concatenate([self.known[f"{o}.bias"] for o in of])
        scale = np.abs(weights).max(0) / 127
        parts = dict(weight=np.clip(np.round(weights / scale), -127, 127).astype(np.int8), scale=scale.astype(np.float32), zero=np.zeros(len(scale), np.int8), bias=bias)
        return self.step("DynamicQuantizeMatMul", [value, *(self.keep(f"{name}.{part}", array) for part, array in parts.items())], name, "com.microsoft")

    def normal(self, name, value, of, epsilon):
        return self.step("LayerNormalization", [value, self.keep(f"{name}.gain", self.known[f"{of}.weight"]), self.keep(f"{name}.shift", self.known[f"{of}.bias"])], name, axis=-1, epsilon=epsilon)

    def layers(self, value):
        for i in range(LAYERS):
            own, of = f"layer{i}", f"layers.{i}"
            three = self.step("Split", [self.product(f"{own}.all", value, f"{of}.query", f"{of}.key", f"{of}.value")], [f"{own}.{x}" for x in "qkv"], axis=2)
            mixed = self.product(f"{own}.output", self.step("MultiHeadAttention", three, f"{own}.mixed", "com.microsoft", num_heads=HEADS), f"{of}.mix")
            value = self.normal(f"{own}.heard", self.step("Add", [mixed, value], f"{own}.sum"), f"{of}.norm1", 1e-12)
            wide = self.step("Gelu", [self.product(f"{own}.up", value, f"{of}.up")], f"{own}.wide", "com.microsoft")
            value = self.normal(f"{own}.out", self.step("Add", [self.product(f"{own}.down", wide, f"{of}.down"), value], f"{own}.end"), f"{of}.norm2", 1e-12)
        return value

    def head(self, name, value):
        """Two layers with a bend between them."""
        at = lambda n, part: self.keep(f"{name}.{n}.{part}", self.known[f"{name}.{n}.{part}"].T)
        wide = self.step("Gemm", [value, at(0, "weight"), at(0, "bias")], f"{name}.wide")
        return self.step("Gemm", [self.step("Tanh", [wide], f"{name}.bent"), at(3, "weight"), at(3, "bias")], f"{name}.scores")

    def save(self, name, path, inputs, outputs):
        info = lambda each: helper.make_tensor_value_info(*each)
        graph = helper.make_graph(self.nodes, name, [info(x) for x in inputs], [info(x) for x in outputs], self.kept)
        versions = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
        onnx.save(helper.make_model(graph, opset_imports=versions, ir_version=8), path)
