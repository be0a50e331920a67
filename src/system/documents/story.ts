import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { CONTENT_KINDS } from '../../platform/files/content-kind.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { RecordRef } from '../../platform/manifest.ts'
import type { Story } from '../../platform/story.ts'

const DAY_MS = 86_400_000

declare module '../../platform/story.ts' {
  interface Story {
    documents: {
      /** An internal one of De Linde. */
      contract: number
      /** External, of Bram. */
      external: number
      /** External, of De Linde: its supervisor sees it. */
      supervisors: number
      /** Uploaded by the teacher at the coming appointment. */
      teachers: number
      /** External, of a company that nobody with an own scope sees. */
      foreign: number
      /** A document type. */
      type: number
    }
  }
}

interface Sample {
  key: Exclude<keyof Story['documents'], 'type'>
  name: string
  type: string
  /** File in the folder `samples`, without its ending. */
  sample: string
  owner: RecordRef
  by: number
  daysAgo: number
  external: boolean
}

const samplesOf = ({ companies, contacts, appointments }: Story): Sample[] => [
  {
    key: 'contract',
    name: 'Raamovereenkomst De Linde',
    type: 'Overeenkomst',
    sample: 'raamovereenkomst',
    owner: { type: 'company', id: companies.deLinde },
    by: 2,
    daysAgo: 60,
    external: false,
  },
  {
    key: 'external',
    name: 'Deelnamevoorwaarden',
    type: 'Correspondentie',
    sample: 'deelnamevoorwaarden',
    owner: { type: 'contact', id: contacts.student },
    by: 2,
    daysAgo: 20,
    external: true,
  },
  {
    key: 'supervisors',
    name: 'Deelnamevoorwaarden De Linde',
    type: 'Correspondentie',
    sample: 'deelnamevoorwaarden',
    owner: { type: 'company', id: companies.deLinde },
    by: 2,
    daysAgo: 58,
    external: true,
  },
  {
    key: 'teachers',
    name: 'Draaiboek praktijkdag',
    type: 'Lesmateriaal',
    sample: 'draaiboek',
    owner: { type: 'appointment', id: appointments.coming },
    by: 3,
    daysAgo: 5,
    external: false,
  },
  {
    key: 'foreign',
    name: 'Plattegrond en huisregels',
    type: 'Overig',
    sample: 'plattegrond',
    owner: { type: 'company', id: companies.vanLoon },
    by: 2,
    daysAgo: 9,
    external: true,
  },
]

/** Keeps the text of a sample as a file, and says its id. */
async function seedFile(trx: Trx, { key, sample }: Sample, by: { created_by: number; created_at: Date }) {
  const bytes = await readFile(new URL(`./samples/${key}/${sample}.txt`, import.meta.url))
  const { id } = await trx
    .insertInto('stored_files')
    .values({
      storage_key: `samples/${key}/${sample}.txt`,
      name: `${sample}.txt`,
      mime_type: CONTENT_KINDS.txt.mimeType,
      byte_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Documents with the texts in `samples`, which the file store finds there. */
export async function seedDocuments(trx: Trx, story: Story, today: Date): Promise<void> {
  const types = await trx.selectFrom('document_types').select(['id', 'name']).execute()
  story.documents = { type: types[0]!.id } as Story['documents']
  for (const sample of samplesOf(story)) {
    const { key, name, type, owner, by, daysAgo, external } = sample
    const created_at = new Date(today.getTime() - daysAgo * DAY_MS)
    const created_by = story.users[by]!
    const file_id = await seedFile(trx, sample, { created_by, created_at })
    const type_id = types.find((candidate) => candidate.name === type)!.id
    const { id } = await trx
      .insertInto('documents')
      .values({
        name,
        type_id,
        object_type: owner.type,
        object_id: owner.id,
        external,
        created_by,
        created_at,
        updated_at: created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('document_versions').values({ document_id: id, number: 1, file_id }).execute()
    story.documents[key] = id
  }
}
