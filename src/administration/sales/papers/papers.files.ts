import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { whileAlone } from '../../../platform/database/session-lock.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { HeldFiles } from '../../../platform/files/held-files.ts'
import { drawnPdf } from '../../../platform/pdf/drawn.ts'
import type { Services } from '../../../platform/services.ts'
import { readLogo } from '../../../system/settings/index.ts'
import type * as drawing from './paper.drawing.ts'
import { paperData } from './layout.rules.ts'
import { type LetterFacts, letterOf } from './letter.rules.ts'
import { type Paper, type PaperFacts, paperOf } from './paper.rules.ts'

const DRAWING = new URL('./paper.drawing.ts', import.meta.url)

type Files = Services['files']

/** The paper with the logo of who sells; a file that is gone keeps nothing from being drawn. */
async function branded<P extends Paper>(files: Files, paper: P, { logo }: PaperFacts['sale']['seller']): Promise<P> {
  if (logo === undefined) return paper
  const bytes = await readLogo(files, logo).catch(() => null)
  return bytes === null ? paper : { ...paper, house: { ...paper.house, logo: { name: logo, bytes } } }
}

/** What a paper shows beside its texts. */
export const pictured = (files: Files, facts: PaperFacts): Promise<Paper> =>
  branded(files, paperOf(facts), facts.sale.seller)

/** One paper as a document; the same facts give the same bytes, whenever it is drawn. */
export const paperPdf = (files: Files, facts: PaperFacts): Readable =>
  drawnPdf<typeof drawing>(
    DRAWING,
    { title: facts.title, author: facts.sale.seller.trade_name, createdAt: facts.createdAt },
    papersOf(files, [facts]),
  )

/** What the thread draws of it: its texts, and where it has a layout what the code of that may ask. */
function drawnPaper(facts: PaperFacts): drawing.DrawnPaper {
  const paper = paperOf(facts)
  if (facts.layout === undefined) return paper
  return { ...paper, layout: { source: facts.layout, data: paperData(facts, paper) } }
}

/** A letter about sales, likewise. */
export const letterPdf = (files: Files, letter: LetterFacts): Readable =>
  drawnPdf<typeof drawing>(
    DRAWING,
    { title: letter.title, author: letter.seller.trade_name, createdAt: new Date(letter.createdAt) },
    (async function* () {
      yield await branded(files, letterOf(letter), letter.seller)
    })(),
  )

async function* papersOf(files: Files, facts: AsyncIterable<PaperFacts> | Iterable<PaperFacts>) {
  for await (const one of facts) yield await branded(files, drawnPaper(one), one.sale.seller)
}

/** Several papers as one document, drawn while it is read: memory does not grow with their number. */
export const papersPdf = (files: Files, head: drawing.PapersHead, facts: AsyncIterable<PaperFacts>): Readable =>
  drawnPdf<typeof drawing>(DRAWING, head, papersOf(files, facts))

/** What is frozen and so drawn once: an invoice with a number, a quotation as it was signed. */
export interface Frozen {
  type: 'invoice' | 'signing'
  id: number
  /** Its number, which no other of its type has; it is in the name of the file. */
  uid: string
}

/** What machines read of an invoice, beside what people do. */
export type MachineKind = 'peppol' | 'nlcius'

/** A file that was drawn and is kept: where it is, and what it is known by. */
export interface KeptPaper {
  key: string
  sha256: string
  size: number
}

const columnOf = ({ type }: Frozen) => (type === 'invoice' ? ('invoice_id' as const) : ('signing_id' as const))

const findPaper = (db: Db, frozen: Frozen, kind: 'pdf' | MachineKind): Promise<KeptPaper | undefined> =>
  db
    .selectFrom('kept_papers')
    .select(['storage_key as key', 'sha256', sql<number>`byte_size::integer`.as('size')])
    .where(columnOf(frozen), '=', frozen.id)
    .where('kind', '=', kind)
    .executeTakeFirst()

/** A file of what is frozen, made now if nobody did so before. */
async function kept(
  { db, files }: Pick<Services, 'db' | 'files'>,
  frozen: Frozen,
  { kind, key, made }: { kind: 'pdf' | MachineKind; key: string; made: (db: Db) => Promise<Readable> },
): Promise<KeptPaper> {
  const known = await findPaper(db, frozen, kind)
  if (known) return known
  const lock = kind === 'pdf' ? `paper.${frozen.type}` : `paper.${kind}`
  return whileAlone(db, lock, frozen.id, async (connection) => {
    const latest = await findPaper(connection, frozen, kind)
    if (latest) return latest
    const { sha256, size } = await files.write(key, await made(connection))
    await connection
      .insertInto('kept_papers')
      .values({ [columnOf(frozen)]: frozen.id, kind, storage_key: key, sha256, byte_size: size })
      .execute()
    return { key, sha256, size }
  })
}

/**
 * The file of what is frozen, drawn now if nobody did so before, and never again. It comes into being whole or not at
 * all; if this process dies before it is kept, the next one draws the same bytes to the same place.
 * @param factsOf what it says; asked for only where it has still to be drawn
 */
export const keptPaper = (
  services: Pick<Services, 'db' | 'files'>,
  frozen: Frozen,
  factsOf: (db: Db) => Promise<PaperFacts>,
): Promise<KeptPaper> =>
  kept(services, frozen, {
    kind: 'pdf',
    key: `papers/${frozen.type}/${frozen.uid}.pdf`,
    made: async (db) => paperPdf(services.files, await factsOf(db)),
  })

/** The same of what machines read: whoever gets it later gets the file that was sent, whatever is written since. */
export const keptForMachines = (
  services: Pick<Services, 'db' | 'files'>,
  invoice: { id: number; uid: string },
  { kind, made }: { kind: MachineKind; made: () => string },
): Promise<KeptPaper> =>
  kept(
    services,
    { type: 'invoice', ...invoice },
    { kind, key: `papers/ubl/${invoice.uid}-${kind}.xml`, made: async () => Readable.from([made()]) },
  )

export const paperFiles: HeldFiles = {
  folders: ['papers'],
  named: async (db, keys) =>
    (await db.selectFrom('kept_papers').select('storage_key').where('storage_key', 'in', keys).execute()).map(
      ({ storage_key }) => storage_key,
    ),
}
