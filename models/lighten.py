#!/usr/bin/env python3
"""Replaces operators that onnxruntime runs slowly on arm64, in place; the last step for every model: python3 models/lighten.py FILE...

Gelu becomes FastGelu (half the time). Normalizing a token becomes InstanceNormalization, with each token as a channel, and a
product and a sum (two fifths of the time). Zero points that are all zero are left out. Needs onnx and numpy."""
import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper

MAX_TOKENS = 128
CONTRIB = "com.microsoft"


def lighten(graph):
    arrays = {each.name: each for each in graph.initializer}
    nodes = []

    def add(kind, inputs, output, domain="", **attributes):
        nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
        return output

    def per_token(name, table):
        """One number for each token of the text."""
        return add("Slice", [name_array(name, table), "token.begin", "token.count"], f"{name}.used")

    def name_array(name, array):
        graph.initializer.append(numpy_helper.from_array(array, name))
        return name

    def normalize(node):
        value, gain, shift = node.input
        if not any(each.output[0] == "token.count" for each in nodes):
            add("Shape", [value], "token.count", start=1, end=2)
            name_array("token.begin", np.array([0], np.int64))
            per_token("token.ones", np.ones(MAX_TOKENS, np.float32))
            per_token("token.zeros", np.zeros(MAX_TOKENS, np.float32))
        output, epsilon = node.output[0], next(a.f for a in node.attribute if a.name == "epsilon")
        even = add("InstanceNormalization", [value, "token.ones.used", "token.zeros.used"], f"{output}.even", epsilon=epsilon)
        add("Add", [add("Mul", [even, gain], f"{output}.gained"), shift], output)

    for node in graph.node:
        # A head may normalize one row of numbers, which has no tokens.
        if node.op_type == "LayerNormalization" and node.output[0].startswith(("layer", "embedded")):
            normalize(node)
        elif node.op_type == "Gelu":
            add("FastGelu", node.input, node.output[0], CONTRIB)
        else:
            if node.op_type == "DynamicQuantizeMatMul" and node.input[3]:
                zero = arrays[node.input[3]]
                if not numpy_helper.to_array(zero).any():
                    node.input[3] = ""
                    graph.initializer.remove(zero)
            nodes.append(node)
    del graph.node[:]
    graph.node.extend(nodes)


for path in sys.argv[1:]:
    model = onnx.load(path)
    before = len(model.graph.node)
    lighten(model.graph)
    onnx.save(model, path)
    print(f"{path}: {before} -> {len(model.graph.node)} operators")
