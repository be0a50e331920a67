import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** One that courses use, and one that nothing uses yet. */
    checklists: { hall: number; spare: number }
    /** What was filled in, told by the module whose records it is about. */
    checklistSubmission: number
  }
}

const BASE = { required: true, options: [] as string[], unit: '', lowest: null, highest: null }

const HALL = [
  { kind: 'heading', label: 'Ruimte', required: false },
  { kind: 'yes-no', label: 'Zijn de nooduitgangen en looproutes vrij?' },
  { kind: 'number', label: 'Temperatuur in de praktijkhal', unit: '°C', lowest: '16', highest: '25' },
  { kind: 'heading', label: 'Materiaal', required: false },
  { kind: 'yes-no', label: 'Is het verbandmateriaal compleet?' },
  {
    kind: 'choice',
    label: 'Blustrainer',
    options: ['In orde', 'Gas bijna op', 'Niet gebruikt', 'Defect'],
  },
  { kind: 'photo', label: 'Opstelling van de praktijk', required: false },
  { kind: 'text', label: 'Wat moet er voor de volgende keer worden geregeld?', required: false },
  { kind: 'signature', label: 'Handtekening docent' },
]
const DRILL = [
  { kind: 'number', label: 'Minuten tot iedereen buiten was', unit: 'minuten', highest: '10' },
  { kind: 'yes-no', label: 'Was iedereen op de verzamelplaats geteld?' },
]

/** What teachers look after on the day itself. */
export async function seedChecklists(trx: Trx, story: Story): Promise<void> {
  await trx
    .insertInto('checklists')
    .values([
      { id: 1, name: 'Praktijkruimte en materiaal' },
      { id: 2, name: 'Ontruimingsoefening' },
    ])
    .execute()
  const blocks = [HALL, DRILL].flatMap((list, i) =>
    list.map((block, at) => ({ ...BASE, ...block, checklist_id: i + 1, position: at + 1 })),
  )
  await trx.insertInto('checklist_blocks').values(blocks).execute()
  await sql`select setval(pg_get_serial_sequence('checklists', 'id'), 2)`.execute(trx)
  story.checklists = { hall: 1, spare: 2 }
}
