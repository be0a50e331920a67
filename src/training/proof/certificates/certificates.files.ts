import type { Readable } from 'node:stream'
import { NotFound } from '../../../platform/errors.ts'
import { whileAlone } from '../../../platform/database/session-lock.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { HeldFiles } from '../../../platform/files/held-files.ts'
import { drawnPdf } from '../../../platform/pdf/drawn.ts'
import type { Services } from '../../../platform/services.ts'
import { layoutSource } from '../../../system/layouts/index.ts'
import type { LayoutKind } from '../../../system/layouts/points.ts'
import { readLogo } from '../../../system/settings/index.ts'
import { keepFile } from './certificates.commands.ts'
import type * as drawing from './certificates.drawing.ts'
import { listSnapshots } from './certificates.queries.ts'
import type { CertificateSnapshot, PrintedCertificate } from './certificates.rules.ts'
import { CERTIFICATE_PICTURES, CERTIFICATE_VARIABLES, ON_CERTIFICATE, certificateLaidOut } from './layout.rules.ts'
import { CERTIFICATE_TEMPLATE } from './layout-template.ts'

export type FileServices = Pick<Services, 'db' | 'files' | 'config'>

const DRAWING = new URL('./certificates.drawing.ts', import.meta.url)
/** Snapshots read at a time while the file of a planning is drawn. */
const CHUNK = 50

/** The address on the certificate is that of this installation, whatever it was when the certificate was issued. */
async function printed(
  db: Db,
  { config, files }: Pick<Services, 'config' | 'files'>,
  row: { snapshot: unknown; token: string; layout_id: number | null; layout_version: number | null },
): Promise<PrintedCertificate> {
  const snapshot = row.snapshot as CertificateSnapshot
  // That of the day of issue, whatever the layout says by now.
  const layout = row.layout_id === null ? null : await layoutSource(db, row.layout_id, { version: row.layout_version! })
  return {
    ...(layout === null ? {} : { layout }),
    ...snapshot,
    verifyUrl: `${config.baseUrl}/verify/${row.token}`,
    ...(snapshot.logo === undefined ? {} : { logoBytes: await readLogo(files, snapshot.logo) }),
  }
}

/** One certificate as a document; the same snapshot gives the same bytes, whenever it is drawn. */
function certificatePdf(snapshot: PrintedCertificate): Readable {
  const head = {
    title: `Certificaat ${snapshot.number} – ${snapshot.person.name}`,
    author: snapshot.organisation,
    subject: snapshot.course.description,
    createdAt: new Date(`${snapshot.issuedOn}T12:00:00Z`),
  }
  return drawnPdf<typeof drawing>(DRAWING, head, [snapshot])
}

const findFile = (db: Db, id: number) =>
  db
    .selectFrom('certificates')
    .select(['number', 'file_key', 'snapshot', 'token', 'layout_id', 'layout_version'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * The storage key of a certificate's file, drawn now if nobody did so before. A file comes into being whole or not at
 * all; if this process dies before the key is kept, the next one draws the same bytes to the same place.
 * @throws NotFound when there is no such certificate
 */
export async function drawnFile({ db, files, config }: FileServices, id: number): Promise<string> {
  const known = await findFile(db, id)
  if (!known) throw new NotFound('Certificaat')
  if (known.file_key !== null) return known.file_key
  return whileAlone(db, 'certificate', id, async (connection) => {
    const latest = (await findFile(connection, id))!
    if (latest.file_key !== null) return latest.file_key
    const key = `certificates/${latest.number.slice(0, 4)}/${latest.number}.pdf`
    const { sha256 } = await files.write(key, certificatePdf(await printed(connection, { config, files }, latest)))
    await keepFile(connection, id, { key, sha256 })
    return key
  })
}

/**
 * Draws what a transaction issued. One that fails does not keep the others from being drawn; the job is tried again.
 */
export const drawCertificates: JobHandler = async ({ ids }, services, signal) => {
  const failures: unknown[] = []
  for (const id of ids as number[]) {
    signal?.throwIfAborted()
    await drawnFile(services, id).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} certificates could not be drawn`)
}

export const certificateFiles: HeldFiles = {
  folders: ['certificates'],
  are: 'certificates',
  named: async (db, keys) =>
    (await db.selectFrom('certificates').select('file_key').where('file_key', 'in', keys).execute()).map(
      ({ file_key }) => file_key!,
    ),
}

async function* printedOf({ db, ...services }: FileServices, ids: number[]): AsyncGenerator<PrintedCertificate> {
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK)
    const snapshots = await listSnapshots(db, chunk)
    for (const id of chunk) yield await printed(db, services, snapshots.get(id)!)
  }
}

/** Several certificates as one document, drawn while it is read: memory does not grow with their number. */
export function certificatesPdf(services: FileServices, title: string, ids: number[]): Readable {
  const head = { title, author: 'Noordkaap', createdAt: new Date() }
  return drawnPdf<typeof drawing>(DRAWING, head, printedOf(services, ids))
}

/** Certificates can be printed in ways of one's own. */
export const certificateLayouts: LayoutKind[] = [
  {
    kind: 'certificate',
    label: 'Certificaat',
    record: 'certificate',
    variables: CERTIFICATE_VARIABLES,
    pictures: CERTIFICATE_PICTURES,
    required: ON_CERTIFICATE,
    template: CERTIFICATE_TEMPLATE,
    data: async ({ db, services }, id) => {
      const row = await findFile(db, id)
      if (!row) throw new NotFound('Certificaat')
      return certificateLaidOut(await printed(db, services, row))
    },
  },
]
