import { buffer } from 'node:stream/consumers'
import { whileAlone } from '../../../platform/database/session-lock.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { HeldFiles } from '../../../platform/files/held-files.ts'
import { type StoredFile, keepDrawnFile } from '../../../platform/files/kept-files.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import { drawnPdf } from '../../../platform/pdf/drawn.ts'
import type { LaidOut } from '../../../platform/pdf/layout/layout.ts'
import type { Services } from '../../../platform/services.ts'
import { usualSource } from '../../../system/layouts/index.ts'
import type { LayoutKind } from '../../../system/layouts/points.ts'
import { firmDetails } from '../../../administration/catalogue/firm/index.ts'
import type * as drawing from './report.drawing.ts'
import { ON_REPORT, REPORT_PICTURES, REPORT_VARIABLES, photoName, reportData } from './layout.rules.ts'
import { REPORT_TEMPLATE } from './report-template.ts'
import { type PrintedReport, photosOf, printedReport } from './report.rules.ts'
import { type Report, getReport } from './reports.queries.ts'

const DRAWING = new URL('./report.drawing.ts', import.meta.url)
const PDF = 'application/pdf'
const REPORT_KIND = 'visit_report'

type Kept = Pick<Services, 'db' | 'files' | 'config'>

/** The bytes of a picture; null where they are gone. */
async function bytesOf({ files }: Pick<Kept, 'files'>, key: string | null): Promise<Uint8Array | null> {
  if (key === null) return null
  try {
    return await buffer(await files.open(key))
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

async function printed(services: Kept, { snapshot, token }: Report): Promise<PrintedReport> {
  const firm = await firmDetails(services.db)
  const signature = await bytesOf(services, snapshot.signature)
  return printedReport(snapshot, { firm, signature, verifyUrl: `${services.config.baseUrl}/verify/${token}` })
}

/** What the code of a layout may ask of it, with all its pictures. */
async function laidOut(services: Kept, report: Report, said: PrintedReport): Promise<Omit<LaidOut, 'source'>> {
  const photos: [string, Uint8Array | null][] = []
  for (const [i, { key }] of photosOf(report.snapshot).entries()) photos.push([photoName(i), await bytesOf(services, key)])
  const signature = 'why' in said.customer ? null : said.customer.signature
  return { data: reportData(said), pictures: { foto1: null, ...Object.fromEntries(photos), handtekening: signature } }
} // prettier-ignore

/** What the thread gets: the report, by the layout of the day that it was made, then its photos one by one. */
async function* itemsOf(services: Kept, report: Report): AsyncGenerator<drawing.Item> {
  const said = await printed(services, report)
  const source = await usualSource(services.db, REPORT_KIND, { at: report.created_at })
  yield { report: said, ...(source === null ? {} : { layout: { source, ...(await laidOut(services, report, said)) } }) }
  for (const { key } of photosOf(report.snapshot)) yield { photo: await bytesOf(services, key) }
}

/** Reports of visits can be printed in a way of one's own. */
export const reportLayouts: LayoutKind[] = [
  {
    kind: REPORT_KIND,
    label: 'Keuringsrapport',
    record: 'visit_report',
    variables: REPORT_VARIABLES,
    pictures: REPORT_PICTURES,
    required: ON_REPORT,
    template: REPORT_TEMPLATE,
    data: async ({ db, services }, id) => {
      const report = await getReport(db, { id })
      return laidOut(services, report, await printed(services, report))
    },
  },
]

const fileOf = ({ number, storage_key, byte_size, sha256 }: Report): StoredFile => ({
  ...{ key: storage_key!, name: `keuringsrapport-${number}.pdf`, mimeType: PDF },
  ...{ size: Number(byte_size), sha256: sha256! },
})

/**
 * The file of the report of a visit, drawn now if nobody did so before, and never again (rulings 11.21). If this process
 * dies before it is kept, the next one draws it to the same place.
 * @throws NotFound
 */
export async function drawnReport(services: Kept, visitId: number): Promise<StoredFile> {
  const known = await getReport(services.db, { visit: visitId })
  if (known.file_id !== null) return fileOf(known)
  return whileAlone(services.db, 'visit-report', visitId, async (connection) => {
    const report = await getReport(connection, { visit: visitId })
    if (report.file_id !== null) return fileOf(report)
    const head = {
      title: `Keuringsrapport ${report.number}`,
      author: 'Noordkaap',
      createdAt: new Date(`${report.snapshot.day}T12:00:00Z`),
    }
    const key = `reports/${report.number}.pdf`
    const drawnItems = itemsOf({ ...services, db: connection }, report)
    const written = await services.files.write(key, drawnPdf<typeof drawing>(DRAWING, head, drawnItems))
    const file = { key, ...written, name: `keuringsrapport-${report.number}.pdf`, mimeType: PDF }
    await inTransaction(connection, null, async (trx) => {
      const file_id = await keepDrawnFile(trx, file)
      await trx.updateTable('visit_reports').set({ file_id }).where('id', '=', report.id).execute()
    })
    return file
  })
}

/** Draws the report of a visit that was finished; drawn once more nothing happens. */
export const drawReport: JobHandler = async ({ visit }, services) => {
  await drawnReport(services, Number(visit))
}

/** Reports and signatures; `stored_files` knows both. */
export const reportFiles: HeldFiles = { folders: ['reports', 'visits'], named: () => Promise.resolve([]) }
