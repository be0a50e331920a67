import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { Zip, ZipDeflate, ZipPassThrough, strToU8 } from 'fflate'
import type { Db } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { getSnapshots, keptInvoice } from '../../invoices/invoices/index.ts'
import { keptUbl, problemsOf, ublName } from '../../invoices/ubl/index.ts'
import { type Period, accountNames, entriesIn, invoicesIn } from './export.queries.ts'
import { besideIn } from './entries.queries.ts'
import { EXPORT_HEAD, besideRows, exportRows } from './export.rules.ts'

const CSV = { delimiter: ';', escape_formulas: true } as const

async function* csvOf(db: Db, period: Period): AsyncGenerator<string> {
  yield stringify([EXPORT_HEAD], { ...CSV, bom: true })
  const names = await accountNames(db)
  for await (const entry of entriesIn(db, period)) yield stringify(exportRows(entry, names), CSV)
  for await (const some of besideIn(db, period))
    yield stringify(some.flatMap((entry) => besideRows(entry, names)), CSV) // prettier-ignore
}

/** The sales entries of a period, one row per ledger account of each invoice. */
export const entriesCsv = (db: Db, period: Period): Readable => Readable.from(csvOf(db, period))

type Zipping = Pick<Services, 'db' | 'files' | 'config'>
type Parts = AsyncGenerator<{
  name: string
  packed: boolean
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}>

/** The files of a period: of each invoice its PDF, and its UBL where a machine can read it. */
async function* partsOf(services: Zipping, period: Period): Parts {
  const without: string[] = []
  for await (const ids of invoicesIn(services.db, period)) {
    for (const { id, snapshot } of await getSnapshots(services.db, ids)) {
      const { key } = await keptInvoice(services, { id, uid: snapshot.number })
      yield { name: `pdf/factuur-${snapshot.number}.pdf`, packed: true, content: await services.files.open(key) }
      const problems = problemsOf(snapshot, 'peppol')
      if (problems.length > 0) without.push(`${snapshot.number}: ${problems.join(' ')}`)
      else {
        const ubl = await keptUbl(services, { id, snapshot }, 'peppol')
        yield { name: `ubl/${ublName(snapshot)}`, packed: false, content: await services.files.open(ubl.key) }
      }
    }
  }
  if (without.length > 0)
    yield { name: 'zonder-ubl.txt', packed: false, content: [strToU8(`${without.join('\r\n')}\r\n`)] }
}

async function* zipOf(services: Zipping, period: Period): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failed = error
    else waiting.push(chunk)
  })
  function* taken() {
    if (failed) throw failed
    const chunks = waiting
    waiting = []
    yield* chunks
  }
  for await (const { name, packed, content } of partsOf(services, period)) {
    // What is packed already does not become smaller, and costs time.
    const part = packed ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(part)
    for await (const chunk of content) {
      part.push(chunk)
      yield* taken()
    }
    part.push(new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}

/** The PDF and the UBL of each invoice of a period, packed while it is read: memory holds one document at a time. */
export const papersZip = (services: Zipping, period: Period): Readable => Readable.from(zipOf(services, period))
