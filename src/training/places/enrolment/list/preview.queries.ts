import { formatCount, formatDate, formatNumber } from '../../../../platform/format/format.ts'
import { asSentence, withLabel } from '../../../../platform/format/sentence.ts'
import { mapInTurns } from '../../../../platform/jobs/turns.ts'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import type { Db } from '../../../../platform/database/types.ts'
import type { Registry } from '../../../../platform/registry.ts'
import { ContactForm, fullName } from '../../../../relations/contacts/index.ts'
import { COLUMN_LABELS } from './list-columns.ts'
import { findAsked, lackText, lacksOf, listUnfit } from '../../../catalogue/requirements/index.ts'
import { type ReadList, type Match, matchList } from '../../participant-lists/index.ts'
import { tellElsewhere } from '../elsewhere.queries.ts'
import { findKnown, listEnrolledIn } from './list.queries.ts'
import {
  type KnownContact,
  type Line,
  contactFields,
  nameOf,
  packPerson,
  proposalOf,
  proposedChoice,
  resolveLine,
} from './list.rules.ts'

const ENCODINGS: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  cp850: 'DOS (850)',
  macintosh: 'Mac',
}
const SEPARATORS: Record<string, string> = { ';': "puntkomma's", ',': "komma's", '\t': 'tabs', '|': 'streepjes' }

/** How the list was read, what was left out of it, and which column is what. */
export interface SourceModel {
  notices: string[]
  skipped: { line: number; reason: string }[]
  blank: number
  header: number | null
  /** The rows that may be the heading. */
  headings: { value: string; label: string }[]
  columns: { role: string; cells: string[] }[]
  roles: { value: string; label: string }[]
}

/** One line of the preview, ready to draw. */
export interface LineModel {
  index: number
  rows: string
  packed: string
  name: string
  birthDate: string
  email: string
  phones: string
  company: string
  note: string
  state: 'new' | 'matched' | 'doubtful'
  why: string
  remarks: string[]
  choices: { value: string; label: string; note?: string }[]
  choice: string
  /** What would be chosen without the user: a contact id, 'new', or empty where it is asked. */
  proposed: string
  seen: string
  skip: boolean
  /** Contact that gets the place as long as nothing else is chosen; null for a new person. */
  contactId: number | null
  /** Whether the user corrected what was read. */
  corrected: boolean
  /** Who of those it may be does not meet what the course asks, as choices are named. */
  lacking: string[]
  /** What else they take part in at that time, as sentences. */
  elsewhere: string[]
  /** Keeps the list from being saved until it is skipped or corrected. */
  blocked: boolean
}

const SAMPLE_ROWS = 4

/** What is told of a list above its lines. */
export function sourceModel({ table, top, map, list }: ReadList): SourceModel {
  const { encoding, separator } = table
  const read = [
    ...(encoding === null ? [] : [`tekenset ${ENCODINGS[encoding]}`]),
    ...(separator === null ? [] : [`kolommen gescheiden door ${SEPARATORS[separator]}`]),
  ]
  const from = map.header ?? -1
  const samples = top.slice(Math.max(0, from)).filter((row) => row.some((cell) => cell !== ''))
  return {
    notices: [...(read.length > 0 ? [`Gelezen als: ${read.join(', ')}.`] : []), ...table.notices, ...list.notices],
    // The heading stands in the choice of the heading row; to call it unread would alarm.
    skipped: list.skipped
      .filter(({ kind, line }) => kind !== 'blank' && line !== from + 1)
      .map(({ line, reason }) => ({ line, reason })),
    blank: list.skipped.filter(({ kind }) => kind === 'blank').length,
    header: map.header,
    headings: headingsOf(top),
    columns: map.columns.map((role, column) => ({
      role,
      cells: samples.slice(0, SAMPLE_ROWS).map((row) => row[column] ?? ''),
    })),
    roles: Object.entries(COLUMN_LABELS).map(([value, label]) => ({ value, label })),
  }
}

const MOST_HEADINGS = 30
const HEADING_LENGTH = 70

function headingsOf(top: string[][]): SourceModel['headings'] {
  const rows = top.slice(0, MOST_HEADINGS).map((row, i) => {
    const text = row.filter(Boolean).join(' · ')
    return {
      value: String(i),
      label: `Regel ${i + 1}: ${text.length > HEADING_LENGTH ? `${text.slice(0, HEADING_LENGTH)}…` : text}`,
      text,
    }
  })
  return [
    { value: 'none', label: 'Geen' },
    ...rows.filter(({ text }) => text !== '').map(({ value, label }) => ({ value, label })),
  ]
}

interface Matching {
  registry: Registry
  planningId: number | null
  partIds: number[]
  signal: AbortSignal
}

/** Says of every line who it is, as far as the viewer may know. */
export async function matchLines(
  db: Db,
  viewer: Viewer,
  lines: Line[],
  { registry, planningId, partIds, signal }: Matching,
): Promise<{ lines: LineModel[]; enrolled: Record<number, number[]>; counts: string }> {
  const people = lines.map(({ person }) => person)
  const known = await findKnown(db, viewer, people)
  const byId = new Map(known.map((contact) => [contact.id, contact]))
  const matches = await matchList({ people, known }, signal)
  const models = await mapInTurns(lines, (line, i) => lineModel(line, i, matches[i]!, byId))
  const contactIds = matches.flatMap((match) =>
    match.kind === 'matched'
      ? [match.contactId]
      : match.kind === 'doubtful'
        ? match.candidates.map(({ contactId }) => contactId)
        : [],
  )
  const enrolled = await listEnrolledIn(db, partIds, contactIds)
  const isIn = ({ contactId }: LineModel) => contactId !== null && enrolled[contactId]?.length === partIds.length
  for (const model of models) if (partIds.length > 0 && isIn(model)) model.why += ' Al ingeschreven.'
  if (planningId !== null) await nameLacks(db, planningId, models, { lines, contactIds })
  const mayBe = new Set(contactIds)
  const asked = known
    .filter(({ id }) => mayBe.has(id))
    .map(({ id, initials, ...name }) => ({ id, name: fullName({ ...name, initials: initials ?? '' }) }))
  const elsewhere =
    planningId === null
      ? new Map<number, string[]>()
      : await tellElsewhere(db, viewer, registry, { planning: planningId, people: asked })
  nameElsewhere(models, elsewhere)
  const count = (state: LineModel['state']) => models.filter((line) => line.state === state).length
  const away = models.filter(({ contactId }) => contactId !== null && elsewhere.has(contactId)).length
  return {
    lines: models,
    enrolled,
    counts: [
      formatCount(models.length, 'persoon', 'personen'),
      `${formatNumber(count('new'))} nieuw`,
      `${formatNumber(count('matched'))} bestaand`,
      `${formatNumber(count('doubtful'))} twijfel`,
      ...(away > 0 ? [`${formatNumber(away)} dan al elders ingeschreven`] : []),
    ].join(' · '),
  }
}

/** Says at each line who of those it may be does not meet what the course asks, and of who it most likely is, why. */
async function nameLacks(
  db: Db,
  planningId: number,
  models: LineModel[],
  { lines, contactIds }: { lines: Line[]; contactIds: number[] },
): Promise<void> {
  const asked = await findAsked(db, planningId)
  if (asked === null) return
  const unfit = new Map((await listUnfit(db, planningId, contactIds)).map((one) => [String(one.id), one.reasons]))
  for (const [i, model] of models.entries()) {
    const { birth_date: birthDate } = lines[i]!.person.fields
    const ofNew = lacksOf(asked, { birthDate, language: null, certified: false }).map((lack) =>
      lackText({ name: model.name, language: null }, lack, asked),
    )
    const reasonsOf = (choice: string) => (choice === 'new' ? ofNew : (unfit.get(choice) ?? []))
    const choices = model.state === 'doubtful' ? model.choices.map(({ value }) => value) : [model.proposed]
    model.lacking = choices.filter((choice) => reasonsOf(choice).length > 0)
    if (model.state !== 'doubtful') model.remarks.push(...reasonsOf(model.proposed))
    else
      for (const choice of model.choices)
        if (reasonsOf(choice.value).length > 0)
          choice.note = [choice.note, 'Voldoet niet aan de eisen.'].filter(Boolean).join(' ')
  }
}

/** Says at each line in what else who it is takes part at that time; of who it may be, that they do. */
function nameElsewhere(models: LineModel[], elsewhere: ReadonlyMap<number, string[]>): void {
  for (const model of models) {
    if (model.contactId !== null) model.elsewhere = elsewhere.get(model.contactId) ?? []
    for (const choice of model.choices)
      if (elsewhere.has(Number(choice.value)))
        choice.note = [choice.note, 'Volgt dan al een andere opleiding.'].filter(Boolean).join(' ')
  }
}

/** What keeps somebody new from being stored: a name that is too long, or none. */
function faultsOf(line: Line): string[] {
  const labels: Record<string, string> = COLUMN_LABELS
  const read = ContactForm.safeParse(contactFields(line.person.fields, null))
  return read.success
    ? []
    : read.error.issues.map(({ path, message }) => withLabel(message, labels[String(path[0])] ?? 'Deze waarde'))
}

function lineModel(line: Line, index: number, match: Match, known: ReadonlyMap<number, KnownContact>): LineModel {
  const { fields, lineNumbers, remarks } = line.person
  const choice = proposedChoice(line, match, known)
  const resolution = resolveLine({ ...line, choice }, match, known)
  const candidates = match.kind === 'doubtful' ? match.candidates : []
  const faults = match.kind === 'matched' ? (resolution.kind === 'open' ? [resolution.message] : []) : faultsOf(line)
  const company = match.kind === 'matched' ? known.get(match.contactId)?.company : null
  return {
    index,
    rows: lineNumbers.join(', '),
    packed: packPerson(line),
    name: nameOf(line),
    birthDate: formatDate(fields.birth_date),
    email: fields.email ?? '',
    phones: [fields.mobile_phone, fields.phone].filter(Boolean).join(', '),
    company: fields.company ?? '',
    note: fields.note ?? '',
    state: match.kind,
    why:
      match.kind === 'new'
        ? ''
        : match.kind === 'matched'
          ? [match.why, company && asSentence(`Staat bij ${company}`)].filter(Boolean).join(' ')
          : match.reason,
    remarks: [...remarks.map(({ text }) => text), ...line.problems.map(({ text }) => text), ...faults],
    choices: [
      ...candidates.map(({ contactId, who, why }) => ({
        value: String(contactId),
        label: who,
        // What agrees with a single one is the reason of the doubt already.
        ...(candidates.length > 1 ? { note: why } : {}),
      })),
      { value: 'new', label: 'Nieuw' },
      { value: 'skip', label: 'Overslaan' },
    ],
    choice: line.skip && match.kind === 'doubtful' ? 'skip' : choice,
    proposed: proposalOf(match, known),
    seen: candidates.map(({ contactId }) => contactId).join(','),
    skip: line.skip,
    contactId: match.kind === 'matched' ? match.contactId : null,
    corrected: line.corrected.length > 0,
    lacking: [],
    elsewhere: [],
    blocked: faults.length > 0,
  }
}
