import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { camt } from '../administration/bank-support.ts'
import { median } from './figures.ts'

const ROUNDS = 5

interface Once {
  seconds: number
  megabytes: number
}

const statementOf = (lines: number): Buffer =>
  camt(
    Array.from({ length: lines }, (_, i) => ({
      amount: 1000 + (i % 977),
      text: `betaling F2026-${String((i % 9000) + 1).padStart(4, '0')} met dank`,
      name: `Betaler ${i}`,
      iban: 'NL20INGB0001234567',
    })),
  )

/** Statements read, stored and matched, against parsing them with one look-up per line; and what memory that takes. */
export async function statementsOfMany(connectionString: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'statements-'))
  for (const lines of [1_000, 10_000]) writeFileSync(join(folder, String(lines)), statementOf(lines))
  const once = async (kind: 'ours' | 'limit', lines: number): Promise<Once> => {
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, ['tests/bench/statement-once.ts', kind, String(lines), join(folder, String(lines)), connectionString]) // prettier-ignore
    return JSON.parse(stdout) as Once
  }
  const rounds: { ours: Once; limit: Once; small: Once }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      limit: await once('limit', 10_000),
      ours: await once('ours', 10_000),
      small: await once('ours', 1_000),
    })
  rmSync(folder, { recursive: true })
  const of = (kind: 'ours' | 'limit' | 'small', key: keyof Once) => median(rounds.map((round) => round[kind][key]))
  const [ours, limit] = [10_000 / of('ours', 'seconds'), 10_000 / of('limit', 'seconds')]
  const [large, small] = [of('ours', 'megabytes'), of('small', 'megabytes')]
  return `statements: ${ours.toFixed(0)} lines/s of 10,000, the limit ${limit.toFixed(0)} (${((ours / limit) * 100).toFixed(0)} %); peak memory ${large.toFixed(0)} MB, of 1,000 lines ${small.toFixed(0)} MB (${(large / small).toFixed(2)} times)`
}
