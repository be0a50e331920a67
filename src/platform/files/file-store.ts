import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import { NotFound } from '../errors.ts'

/** Where files live. Keys are made here and never come from outside. */
export interface FileStore {
  /** Writes a stream under `key` durably: temporary name, fsync, rename. Answers size and SHA-256 (hex). */
  write(key: string, content: Readable): Promise<{ size: number; sha256: string }>
  /** @throws NotFound */
  open(key: string): Promise<Readable>
  read(key: string): Promise<Buffer>
  remove(key: string): Promise<void>
}

/** Keys of files that come with the product, for the demo story; they are read only. */
const SAMPLES = 'samples/'

/** Files below DATA_DIR/files, and the samples of the demo. */
export class DiskFileStore implements FileStore {
  readonly #root: string
  readonly #samples: string

  constructor(root: string, samples = join(root, SAMPLES)) {
    this.#root = root
    this.#samples = samples
  }

  #path(key: string): string {
    if (!/^[a-z0-9][a-z0-9/_.-]*$/i.test(key) || key.includes('..')) throw new Error('not a storage key')
    return key.startsWith(SAMPLES) ? join(this.#samples, key.slice(SAMPLES.length)) : join(this.#root, key)
  }

  async write(key: string, content: Readable): Promise<{ size: number; sha256: string }> {
    const path = this.#path(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomUUID()}.part`
    const hash = createHash('sha256')
    let size = 0
    content.on('data', (chunk: Buffer) => {
      hash.update(chunk)
      size += chunk.length
    })
    try {
      await pipeline(content, createWriteStream(temporary, { flush: true, mode: 0o600 }))
      await rename(temporary, path)
      await syncFolder(dirname(path))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    return { size, sha256: hash.digest('hex') }
  }

  async open(key: string): Promise<Readable> {
    const path = this.#path(key)
    await stat(path).catch(() => {
      throw new NotFound('Bestand')
    })
    return createReadStream(path)
  }

  async read(key: string): Promise<Buffer> {
    return readFile(this.#path(key)).catch(() => {
      throw new NotFound('Bestand')
    })
  }

  async remove(key: string): Promise<void> {
    if (!key.startsWith(SAMPLES)) await rm(this.#path(key), { force: true })
  }
}

/** A renamed file is only safe once its folder entry is on disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
