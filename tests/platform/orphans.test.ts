import { readdir, utimes, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invoicePaper } from '../../src/administration/invoices/invoices/paper/invoice-paper.ts'
import type { InvoiceSnapshot } from '../../src/administration/invoices/invoices/definitive/snapshot.rules.ts'
import { keptPaper } from '../../src/administration/sales/papers/index.ts'
import { heldFiles } from '../../src/platform/files/held-files.ts'
import { sweepFiles } from '../../src/platform/files/orphans.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { upload, uploadImage } from '../support/upload.ts'

const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
const SIGNATURE = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='
const TWO_DAYS_MS = 48 * 3_600_000

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const key of await everyKey()) await app.services.files.remove(key)
})

const root = () => `${app.services.config.dataDir}/files`
const everyKey = async (): Promise<string[]> => {
  const entries = await readdir(root(), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root().length + 1))
    .sort()
}
const write = async (...keys: string[]) => {
  for (const key of keys) await app.services.files.write(key, Readable.from(['inhoud']))
}
const age = async (keys: string[]) => {
  const then = new Date(Date.now() - TWO_DAYS_MS)
  for (const key of keys) await utimes(`${root()}/${key}`, then, then)
}
const sweep = () => sweepFiles({}, app.services)

/** Stores one file of every kind, as people do; answers their keys. */
async function storeEveryKind(): Promise<string[]> {
  const { companies, documents, certificates, workday } = app.story
  const enrolled = await app.db
    .selectFrom('enrolments')
    .select(['appointment_id', 'contact_id'])
    .executeTakeFirstOrThrow()
  const document = await upload(
    administrator,
    `/documents/add?company_id=${companies.kuipers}`,
    { type_id: documents.type },
    { name: 'offerte.pdf', bytes: PDF },
  )
  const image = await uploadImage(administrator, 'welcome-picture')
  const certificate = await administrator.get(`/certificate/file/${certificates.anouk}`)
  const signature = await administrator.post(
    `/calendar/signatureInterface/${enrolled.appointment_id}/${enrolled.contact_id}`,
    {
      signature: `data:image/webp;base64,${SIGNATURE}`,
    },
  )
  const definitive = await app.db
    .selectFrom('invoices')
    .select(['id', 'snapshot'])
    .where('definitive_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const snapshot = definitive.snapshot as InvoiceSnapshot
  const paper = invoicePaper(snapshot, new Date())
  await keptPaper(app.services, { type: 'invoice', id: definitive.id, uid: snapshot.number }, () =>
    Promise.resolve(paper),
  )
  const report = await administrator.get(`/workday/report/${workday.done}`)
  const signed = { storage_key: 'visits/signed.png', name: 'handtekening.png', mime_type: 'image/png', byte_size: 1 }
  await write(signed.storage_key)
  await app.db
    .insertInto('stored_files')
    .values({ ...signed, sha256: 'b'.repeat(64), drawn: true })
    .execute()
  expect(Math.max(...[document, image, certificate, signature, report].map(({ status }) => status))).toBeLessThan(300)
  const merged = 'signatures/ab/merged.webp'
  await write(merged)
  await app.owner.pool.query(
    `insert into merges (record_type, kept_id, gone_id, gone_name, moved_count, before) values ('contact', 1, 2, 'Samengevoegd', 0, $1)`,
    [{ rows: [{ table: 'presence_signatures', before: { storage_key: merged } }] }],
  )
  await write('imports/waits')
  await app.owner.pool.query(
    `insert into imports (key, target, file_name, total, state, file_key) values (gen_random_uuid(), 'contacts', 'lang.csv', 0, 'reading', 'imports/waits')`,
  )
  return everyKey()
}

describe('files that a killed process left behind', () => {
  it('go when they are older than a day; what a row or a merge names stays, whatever its kind', async () => {
    const named = await storeEveryKind()
    const folders = app.services.registry.all(heldFiles).flatMap((held) => held.folders)
    // A statement of a bank is gone when it was read, as is a file of an older system.
    const kept = folders.filter((folder) => folder !== 'bank' && folder !== 'migration')
    expect([...new Set(named.map((key) => key.split('/')[0]!))].sort()).toEqual([...kept].sort())
    const left = [
      'documents/whole',
      'uploads/gallery/x.png',
      'certificates/2020/2020-000009.pdf',
      'signatures/aa/b.png',
      'bank/statement',
    ]
    await write(...left, 'documents/young')
    for (const part of ['documents/old', 'documents/new']) await writeFile(`${root()}/${part}.1.part`, 'half')
    await age([...named, ...left, 'documents/old.1.part'])
    await sweep()
    expect(await everyKey()).toEqual([...named, 'documents/new.1.part', 'documents/young'].sort())
  })

  it('are only those that no column with keys names', async () => {
    const { rows } = await app.owner.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name ~ '(^|_)(storage|file)_?(key|name|path)$'
         -- How a file was called by who read it in, or is to be called.
         and table_name not in ('bank_statements', 'imports', 'layouts') order by 1`,
    )
    // Another one needs heldFiles that ask it, and a file in storeEveryKind.
    expect(rows.map(({ name }) => name)).toEqual([
      'certificates.file_key',
      'kept_papers.storage_key',
      'presence_signatures.storage_key',
      'stored_files.storage_key',
    ])
  })

  it('stay, all of them, when there are so many that the folder must be that of another database', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `documents/file-${i}`)
    await write(...many)
    await age(many)
    await sweep()
    expect(await everyKey()).toHaveLength(many.length)
    await app.services.files.remove(many[0]!)
    await sweep()
    expect(await everyKey()).toEqual([])
  })

  it('go, however many, while ten times as many files have a row: it is the right database then', async () => {
    const named = Array.from({ length: 1010 }, (_, i) => `documents/named-${i}`)
    const left = Array.from({ length: 101 }, (_, i) => `documents/left-${i}`)
    await app.owner.pool.query(
      `insert into stored_files (storage_key, name, mime_type, byte_size, sha256)
       select key, 'offerte.pdf', 'application/pdf', 6, '' from unnest($1::text[]) key`,
      [named],
    )
    await write('documents/young')
    await Promise.all([...named, ...left].map((key) => writeFile(`${root()}/${key}`, 'inhoud')))
    await age([...named, ...left])
    await sweep()
    expect(await everyKey()).toEqual([...named, 'documents/young'].sort())
  })

  it('do not take along a file that is written again at that moment', async () => {
    await write('signatures/aa/again.png')
    await app.services.files.removeOlder('signatures/aa/again.png', new Date(Date.now() - TWO_DAYS_MS))
    expect(await everyKey()).toEqual(['signatures/aa/again.png'])
    await app.services.files.removeOlder('signatures/aa/gone.png', new Date())
  })

  it('cannot lie in a folder for which no module says what its rows name', async () => {
    await expect(write('elsewhere/file')).rejects.toThrow('held-files.ts')
  })
})
