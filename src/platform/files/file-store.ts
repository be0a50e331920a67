import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
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
  /** Every file that was not changed since `before`, parts of broken writes too; one folder entry at a time. */
  olderThan(before: Date): AsyncIterable<string>
  /** Removes a file unless it was written again since `before`, also at this very moment. */
  removeOlder(key: string, before: Date): Promise<void>
  /** How many bytes the files of each folder take, and how many the disk holds in all and has left. */
  usage(): Promise<DiskUsage>
}

export interface DiskUsage {
  folders: Map<string, number>
  total: number
  free: number
}

/** Keys of files that come with the product, for the demo story; they are read only. */
const SAMPLES = 'samples/'

/** What a write is called until it is whole; after a kill that is all there is of it. */
const PART = '.part'

export const isPart = (key: string): boolean => key.endsWith(PART)

/** Files below DATA_DIR/files, and the samples of the demo. */
export class DiskFileStore implements FileStore {
  readonly #root: string
  readonly #samples: string
  readonly #folders: readonly string[] | null

  /** @param folders the only ones that are written to; any when null */
  constructor(root: string, samples = join(root, SAMPLES), folders: readonly string[] | null = null) {
    this.#root = root
    this.#samples = samples
    this.#folders = folders
  }

  #path(key: string): string {
    if (!/^[a-z0-9][a-z0-9/_.-]*$/i.test(key) || key.includes('..')) throw new Error('not a storage key')
    return key.startsWith(SAMPLES) ? join(this.#samples, key.slice(SAMPLES.length)) : join(this.#root, key)
  }

  async write(key: string, content: Readable): Promise<{ size: number; sha256: string }> {
    if (this.#folders?.includes(key.split('/', 1)[0]!) === false)
      throw new Error(`no module says which files in the folder of ${key} its rows name (held-files.ts)`)
    const path = this.#path(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomUUID()}${PART}`
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

  async *olderThan(before: Date): AsyncGenerator<string> {
    yield* this.#below(this.#root, before)
  }

  async *#below(folder: string, before: Date): AsyncGenerator<string> {
    const entries = await opendir(folder).catch(unlessGone)
    for await (const entry of entries ?? []) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) yield* this.#below(path, before)
      else if (entry.isFile() && (await isOlder(path, before))) yield relative(this.#root, path).split(sep).join('/')
    }
  }

  async usage(): Promise<DiskUsage> {
    const folders = new Map<string, number>()
    for await (const key of this.#below(this.#root, new Date(8.64e15))) {
      const size = (await stat(join(this.#root, key)).catch(unlessGone))?.size ?? 0
      const folder = key.split('/', 1)[0]!
      folders.set(folder, (folders.get(folder) ?? 0) + size)
    }
    // Before the first file there is no folder yet.
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const { blocks, bavail, bsize } = await statfs(this.#root)
    return { folders, total: blocks * bsize, free: bavail * bsize }
  }

  async removeOlder(key: string, before: Date): Promise<void> {
    const path = this.#path(key)
    const aside = `${path}.${randomUUID()}${PART}`
    if ((await rename(path, aside).catch(unlessGone)) === null) return
    // Between the look at its age and now it may have been written anew.
    if (await isOlder(aside, before)) await rm(aside, { force: true })
    else await rename(aside, path)
  }
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

const isOlder = async (path: string, before: Date): Promise<boolean> =>
  ((await stat(path).catch(unlessGone))?.mtimeMs ?? Infinity) < before.getTime()

/** A renamed file is only safe once its folder entry is on disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
