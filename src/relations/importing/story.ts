import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'
import { seedImport } from '../../system/importing/index.ts'

/** A list that came in this morning. */
export const seedImports = (trx: Trx, story: Story, now: Date): Promise<void> =>
  seedImport(trx, story, now, {
    target: 'companies',
    file_name: 'klanten.csv',
    rows: [
      { line: 2, outcome: 'same', why: '', record_id: story.companies.deLinde },
      { line: 3, outcome: 'refused', why: 'Een KVK-nummer heeft 8 cijfers.' },
    ],
  })
