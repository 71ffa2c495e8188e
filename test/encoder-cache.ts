// Caches the results of the models for the other workers of a run and for later runs: tests use the same texts again and
// again, and the models take a fifth of their time. Only the encoder's own tests always run the models.
import { createHash, hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Encoder, openEncoder, type TurnEncoding } from '../src/nlu/encoder/encoder.ts';
import { COMPILE_CACHE_DIR } from './compile-cache.ts';

const ROOT = join(import.meta.dirname, '..');
/** The files that determine the results. A change to any of them starts a new cache, as does another processor type. */
const CACHE_KEY_FILES = [
  'models/{encoder,risk,context}/*.{onnx,json}',
  'src/nlu/encoder/*.ts',
  'node_modules/onnxruntime-node/package.json',
  'node_modules/@huggingface/tokenizers/package.json',
];
const CACHE_FOLDER = join(COMPILE_CACHE_DIR, '../frontdesk-encodings');
const MAX_FILE_BYTES = 2 ** 29;

type Vectors = Float32Array[];
type Store = { get(key: string): Vectors | undefined; set(key: string, vectors: Vectors): void };

/** An encoder that runs its models only for texts that no test has used before. It is never closed. */
export function openCachedEncoder(store = openStore(getCacheFile()), openModels: () => Encoder = openEncoder): Encoder {
  const models = openModels();
  const vectorsByKey = new Map<string, Promise<Vectors>>();
  /** Returns the vectors of each key. `compute` gets the indexes of the keys that nobody has requested yet. */
  function lookUp(keys: string[], compute: (missingIndexes: number[]) => Promise<Vectors[]>): Promise<Vectors[]> {
    const missingIndexes = keys.flatMap((key, index) => {
      if (vectorsByKey.has(key)) return [];
      const storedVectors = store.get(key);
      if (storedVectors) vectorsByKey.set(key, Promise.resolve(storedVectors));
      return storedVectors ? [] : [index];
    });
    const computation = missingIndexes.length ? compute(missingIndexes) : Promise.resolve([]);
    for (const [position, index] of missingIndexes.entries()) {
      const key = keys[index] ?? '';
      const pendingVectors = computation.then((allVectors) => allVectors[position] ?? []);
      vectorsByKey.set(key, pendingVectors);
      pendingVectors.then(
        (vectors) => store.set(key, vectors),
        () => vectorsByKey.delete(key),
      );
    }
    return Promise.all(keys.map((key) => vectorsByKey.get(key) ?? []));
  }
  const encodeWithCache =
    (method: 'encode' | 'encodeEntries'): Encoder['encode'] =>
    async (texts, isUrgent) => {
      const vectorsPerText = await lookUp(
        texts.map((text) => `${method}\n${text}`),
        async (missingIndexes) => {
          const vectors = await models[method](
            missingIndexes.map((index) => texts[index] ?? ''),
            isUrgent,
          );
          return vectors.map((vector) => [vector]);
        },
      );
      return vectorsPerText.flat();
    };
  return {
    encode: encodeWithCache('encode'),
    encodeEntries: encodeWithCache('encodeEntries'),
    async scoreRisks(message) {
      const vectorLists = await lookUp([`risks\n${message}`], async () => [[await models.scoreRisks(message)]]);
      return vectorLists.flat()[0] ?? new Float32Array();
    },
    async encodeTurn(message, previousTurn, parts = []) {
      const key = JSON.stringify(['turn', message, previousTurn.said, previousTurn.told, parts]);
      const vectorLists = await lookUp([key], async () => {
        const turns = await models.encodeTurn(message, previousTurn, parts);
        return [turns.flatMap(({ vector, acts, intents }) => [vector, acts, intents])];
      });
      return toTurns(vectorLists.flat());
    },
    close: async () => {},
  };
}

const toTurns = ([vector, acts, intents, ...rest]: Vectors): TurnEncoding[] =>
  vector && acts && intents ? [{ vector, acts, intents }, ...toTurns(rest)] : [];

/** Several processes use the file at the same time. It may be deleted at any time. */
export function openStore(file: string): Store {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = off');
  database.exec('create table if not exists encodings (key blob primary key, vectors blob not null) without rowid');
  const select = database.prepare('select vectors from encodings where key = ?');
  const insert = database.prepare('insert or ignore into encodings values (?, ?)');
  const hashKey = (key: string) => hash('sha256', key, 'buffer').subarray(0, 16);
  return {
    get(key) {
      const row = select.get(hashKey(key));
      return row && unpackVectors(row.vectors as Uint8Array);
    },
    set: (key, vectors) => void insert.run(hashKey(key), packVectors(vectors)),
  };
}

/** Stores the number of vectors, the length of each, and their values. */
function packVectors(vectors: Vectors): Uint8Array {
  const lengths = Float32Array.of(vectors.length, ...vectors.map(({ length }) => length));
  return Buffer.concat([lengths, ...vectors].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));
}

function unpackVectors(bytes: Uint8Array): Vectors {
  const numbers = new Float32Array(new Uint8Array(bytes).buffer);
  const [count = 0] = numbers;
  let offset = 1 + count;
  return Array.from(numbers.subarray(1, offset), (length) => {
    offset += length;
    return numbers.subarray(offset - length, offset);
  });
}

/** The cache file of the current models. Those of earlier models are removed. */
function getCacheFile(): string {
  const digest = createHash('sha256').update(process.arch);
  for (const path of globSync(CACHE_KEY_FILES, { cwd: ROOT }).sort())
    digest.update(path).update(readFileSync(join(ROOT, path)));
  const file = join(CACHE_FOLDER, `${digest.digest('hex').slice(0, 16)}.sqlite`);
  mkdirSync(CACHE_FOLDER, { recursive: true });
  const isFull = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_FILE_BYTES;
  for (const path of globSync(join(CACHE_FOLDER, '*'))) {
    if (isFull || !path.startsWith(file)) rmSync(path, { force: true });
  }
  return file;
}
