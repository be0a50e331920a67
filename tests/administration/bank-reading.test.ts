import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readStatements } from '../../src/administration/payments/bank/reading/reading.rules.ts'
import { readInThread } from '../../src/administration/payments/bank/reading/reading-thread.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/bank/${name}`, import.meta.url))
const readText = (text: string) => readStatements(Buffer.from(text))
const camt = () => fixture('camt-001-02.xml').toString()

describe('a file that is too much to read', () => {
  it('is refused when it holds more statements than years of days', () => {
    const stmt = /<Stmt>[^]*<\/Stmt>/.exec(camt())![0]
    expect(() => readText(camt().replace(stmt, stmt.repeat(1001)))).toThrow(/meer dan 1000 afschriften/)
  })

  it('is refused when it holds more lines than are kept, in one statement or in several', () => {
    const one = ':61:261118C0,01NTRFNONREF\n:86:x\n'
    const mt940 = (lines: number) => `:20:1\n:25:NL69INGB0123456789\n:28C:1\n:60F:C261117EUR0,00\n${one.repeat(lines)}:62F:C261118EUR${(lines / 100).toFixed(2).replace('.', ',')}\n` // prettier-ignore
    expect(() => readText(mt940(50_001))).toThrow(/meer dan 50000 regels/)
    expect(() => readText(mt940(25_001) + mt940(25_001))).toThrow(/meer dan 50000 regels/)
    const entry = /<Ntry>[^]*?<\/Ntry>/.exec(camt())![0]
    expect(() => readText(camt().replace(entry, entry.repeat(50_001)))).toThrow(/meer dan 50000 regels/)
  }, 60_000)

  it('is refused when it is too large once unpacked, or holds too many files', () => {
    expect(() => readStatements(zipSync({ 'a.xml': new Uint8Array(61_000_000) }))).toThrow(/te groot/)
    const files = Object.fromEntries(Array.from({ length: 61 }, (_, i) => [`${i}.txt`, new Uint8Array(1)]))
    expect(() => readStatements(zipSync(files))).toThrow(/te groot/)
  })
})

describe('a thread that reads', () => {
  it('answers in the same words', async () => {
    expect((await readInThread(fixture('camt-001-02.xml')))[0]!.entries).toHaveLength(4)
    await expect(readInThread(Buffer.from('hallo'))).rejects.toThrow(/geen bankafschrift/)
  })
})
