#!/usr/bin/env python3
"""all-MiniLM-L6-v2 as it was quantised, in 74 large steps instead of 460 small ones: python3 join.py IN.onnx FOLDER

Two files: words-int8.onnx makes vectors of tokens, where the detector of risks and the reader of conversations begin too, and
encoder-int8.onnx one vector of a text of them.

The weights stay as they are. Query, key and value are one product; attention is onnxruntime's own operator; one text a run
needs no mask, and what is said of its places is a table. Sums stand apart from the normalisation after them, which
onnxruntime does faster so. Needs onnx and numpy."""
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LAYERS, HEADS, WIDTH, LONGEST = 6, 12, 384, 128
OURS = "com.microsoft"

source = onnx.load(sys.argv[1]).graph
known = {each.name: numpy_helper.to_array(each) for each in source.initializer}
products = [node for node in source.node if node.op_type == "MatMulInteger"]
epsilon = next(a.f for n in source.node if n.op_type == "LayerNormalization" for a in n.attribute if a.name == "epsilon")
nodes, kept = [], []


def keep(name, array):
    kept.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
    return name


def step(kind, inputs, outputs, domain="", **attributes):
    nodes.append(helper.make_node(kind, inputs, outputs if isinstance(outputs, list) else [outputs], domain=domain, **attributes))
    return outputs


def parts(base):
    return [known[base + part] for part in ("_quantized", "_scale", "_zero_point")]


def product(name, value, weights, bias):
    """Several products of one value are one, with a scale for each column."""
    columns = [np.concatenate(part, -1) for part in zip(*(parts(each.input[1].removesuffix("_quantized")) for each in weights))]
    names = [keep(f"{name}.{part}", array) for part, array in zip(("weight", "scale", "zero"), columns)]
    return step("DynamicQuantizeMatMul", [value, *names, keep(f"{name}.bias", np.concatenate(bias))], name, OURS)


def normal(name, value, of):
    gain, bias = (keep(f"{name}.{part}", known[f"{of}.LayerNorm.{part}"]) for part in ("weight", "bias"))
    return step("LayerNormalization", [value, gain, bias], name, axis=-1, epsilon=epsilon)


def plus(name, one, other):
    return step("Add", [one, other], name)


def save(name, given, made):
    graph = helper.make_graph(nodes, name, [given], [made], kept)
    versions = [helper.make_opsetid("", 17), helper.make_opsetid(OURS, 1)]
    onnx.save(helper.make_model(graph, opset_imports=versions, ir_version=8), f"{sys.argv[2]}/{name}-int8.onnx")
    print(f"{name}: {len(nodes)} steps")
    nodes.clear()
    kept.clear()


WORDS = "b.embeddings.word_embeddings.weight"
words, scale, zero = (keep(f"words.{part}", array) for part, array in zip(("weight", "scale", "zero"), parts(WORDS)))
step("Gather", [words, "input_ids"], "words.found")
step("DequantizeLinear", ["words.found", scale, zero], "words")
table, scale, zero = parts("b.embeddings.position_embeddings.weight")
kind = next(known[name] for node in source.node for name in node.input if name.startswith("onnx::Add_") and name in known)
keep("places", ((table.astype(np.float32) - zero) * scale + kind.reshape(1, WIDTH)).astype(np.float32)[:LONGEST])
step("Shape", ["input_ids"], "length", start=1, end=2)
step("Slice", ["places", keep("begin", np.array([0], np.int64)), "length"], "places.used")
value = normal("embedded", plus("sum", "words", "places.used"), "b.embeddings")
embedded = helper.make_tensor_value_info(value, TensorProto.FLOAT, [1, "length", WIDTH])
save("words", helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "length"]), embedded)

for at in range(LAYERS):
    own, of = f"layer{at}", f"b.encoder.layer.{at}"
    query, key, worth, output, up, down = products[at * 6 : at * 6 + 6]
    biases = [known[f"{of}.attention.self.{name}.bias"] for name in ("query", "key", "value")]
    three = step("Split", [product(f"{own}.all", value, [query, key, worth], biases)], [f"{own}.{name}" for name in "qkv"], axis=2)
    mixed = step("MultiHeadAttention", three, f"{own}.mixed", OURS, num_heads=HEADS)
    mixed = product(f"{own}.output", mixed, [output], [known[f"{of}.attention.output.dense.bias"]])
    value = normal(f"{own}.heard", plus(f"{own}.sum", mixed, value), f"{of}.attention.output")
    wide = step("Gelu", [product(f"{own}.up", value, [up], [known[f"{of}.intermediate.dense.bias"]])], f"{own}.wide", OURS)
    narrow = product(f"{own}.down", wide, [down], [known[f"{of}.output.dense.bias"]])
    value = normal(f"{own}.out", plus(f"{own}.end", narrow, value), f"{of}.output")

step("ReduceMean", [value], "mean", axes=[1], keepdims=0)
step("LpNormalization", ["mean"], "embedding", axis=-1, p=2)
save("encoder", embedded, helper.make_tensor_value_info("embedding", TensorProto.FLOAT, [1, WIDTH]))
