import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** One that courses use, one that nothing uses yet, and those of kinds of devices; of tools the block of insulation. */
    checklists: {
      hall: number
      spare: number
      extinguisher: number
      aed: number
      tools: number
      insulation: number
    }
    /** What was filled in, told by the module whose records it is about. */
    checklistSubmission: number
  }
}

const BASE = { required: true, not_applicable: false, options: [] as string[], unit: '', lowest: null, highest: null }

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
const EXTINGUISHER = [
  { kind: 'yes-no', label: 'Verzegeling heel' },
  { kind: 'yes-no', label: 'Manometer of gewicht in orde' },
  { kind: 'yes-no', label: 'Slang en straalpijp heel', not_applicable: true },
  { kind: 'yes-no', label: 'Ophanging stevig en goed bereikbaar', not_applicable: true },
  { kind: 'number', label: 'Gewicht', unit: 'kg', required: false },
]
const AED = [
  { kind: 'heading', label: 'Controle', required: false },
  { kind: 'yes-no', label: 'Zelftest groen' },
  { kind: 'yes-no', label: 'Kast, sticker en tas compleet' },
  { kind: 'heading', label: 'Onderdelen', required: false },
  { kind: 'date', label: 'Elektroden houdbaar t/m' },
  { kind: 'date', label: 'Batterij plaatsen vóór', not_applicable: true },
]
const INSULATION = 'Isolatie'
const TOOLS = [
  { kind: 'heading', label: 'Zichtcontrole', required: false },
  { kind: 'yes-no', label: 'Snoer en stekker heel', not_applicable: true },
  { kind: 'yes-no', label: 'Behuizing heel en schoon' },
  { kind: 'heading', label: 'Metingen', required: false },
  { kind: 'number', label: 'Aardverbinding', unit: 'Ω', not_applicable: true },
  { kind: 'number', label: INSULATION, unit: 'MΩ' },
]
/** What they are is for whoever inspects to say; these only show how they are told. */
const source = 'Voorbeeld; neem de waarden van uw eigen norm over'
const LIMITS = [
  { of: 'Aardverbinding', class: 'I', bound: 'at_most', base: '0.3', per_metre: '0.01', above_metres: '5', cap: '1' },
  { of: INSULATION, class: 'I', bound: 'at_least', base: '1' },
  { of: INSULATION, class: 'II', bound: 'at_least', base: '2' },
]

/** What is asked of devices, with limits by what they are. */
async function seedForDevices(trx: Trx): Promise<number> {
  const blocks = await trx
    .selectFrom('checklist_blocks')
    .select(['id', 'label'])
    .where('checklist_id', '=', 5)
    .execute()
  const idOf = (label: string) => blocks.find((block) => block.label === label)!.id
  const rows = LIMITS.map(({ of, ...row }, i) => ({ ...row, source, block_id: idOf(of), position: i + 1 }))
  await trx.insertInto('checklist_limits').values(rows).execute()
  return idOf(INSULATION)
}

/** What teachers look after on the day itself, and what is looked at when a device is inspected. */
export async function seedChecklists(trx: Trx, story: Story): Promise<void> {
  await trx
    .insertInto('checklists')
    .values([
      { id: 1, name: 'Praktijkruimte en materiaal' },
      { id: 2, name: 'Ontruimingsoefening' },
      { id: 3, name: 'Blustoestel', norm: 'NEN 2559' },
      { id: 4, name: 'AED' },
      { id: 5, name: 'Elektrisch gereedschap', norm: 'NEN 3140' },
    ])
    .execute()
  const blocks = [HALL, DRILL, EXTINGUISHER, AED, TOOLS].flatMap((list, i) =>
    list.map((block, at) => ({ ...BASE, ...block, checklist_id: i + 1, position: at + 1 })),
  )
  await trx.insertInto('checklist_blocks').values(blocks).execute()
  await sql`select setval(pg_get_serial_sequence('checklists', 'id'), 5)`.execute(trx)
  story.checklists = { hall: 1, spare: 2, extinguisher: 3, aed: 4, tools: 5, insulation: await seedForDevices(trx) }
}
