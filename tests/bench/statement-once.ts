/**
 * Reads one statement of so many lines in a process of its own, and tells what that took: `ours` stores and matches it
 * (and takes it back), `limit` parses it and looks up one invoice per line by its index.
 */
import { readFileSync } from 'node:fs'
import { importStatements } from '../../src/administration/payments/bank/import.commands.ts'
import { readInThread } from '../../src/administration/payments/bank/reading/reading-thread.ts'
import { readStatements } from '../../src/administration/payments/bank/reading/reading.rules.ts'
import { openDatabase } from '../../src/platform/database/connection.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'

const [kind, lines, path, connectionString] = process.argv.slice(2) as [string, string, string, string]
const { db, close } = openDatabase(connectionString, { max: 2, statementTimeout: 0 })

class TakenBack extends Error {}

const file = readFileSync(path)

async function ours(): Promise<void> {
  const statements = await readInThread(file)
  await inTransaction(db, null, async (trx) => {
    const { entries } = await importStatements(trx, statements, { fileName: 'meting.xml', by: null })
    if (entries !== Number(lines)) throw new Error(`${entries} entries were stored`)
    throw new TakenBack()
  }).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
}

async function limit(): Promise<void> {
  const [{ entries } = { entries: [] }] = readStatements(file)
  for (const { description } of entries) {
    const [, sequence] = /-(\d{4})/.exec(description)!
    await db.selectFrom('invoices').select(['id', 'open']).where('year', '=', 2026).where('sequence', '=', Number(sequence)).execute() // prettier-ignore
  }
}

const start = performance.now()
await (kind === 'ours' ? ours() : limit())
const seconds = (performance.now() - start) / 1000
await close()
console.log(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1024 }))
