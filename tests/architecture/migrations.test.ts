import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** What each migration said when it landed: databases have had it like that. */
const LANDED = 'tests/fixtures/migrations.sha256'

const landed = new Map(
  readFileSync(LANDED, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('  ') as [hash: string, file: string])
    .map(([hash, file]) => [file, hash]),
)
const files = readdirSync('migrations').filter((file) => file.endsWith('.ts'))
const hashOf = (file: string) =>
  createHash('sha256')
    .update(readFileSync(`migrations/${file}`))
    .digest('hex')

describe('a migration that has landed', () => {
  it('never changes, and never goes', () => {
    expect(landed.size).toBeGreaterThan(40)
    for (const [file, hash] of landed) expect([file, hashOf(file)]).toEqual([file, hash])
  })

  it(`stands in ${LANDED}; a new one is added there, behind all that landed`, () => {
    const missing = files.filter((file) => !landed.has(file)).map((file) => `${hashOf(file)}  ${file}`)
    expect(missing).toEqual([])
    expect([...landed.keys()]).toEqual([...landed.keys()].sort())
  })
})
