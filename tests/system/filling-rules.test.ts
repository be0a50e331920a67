import { describe, expect, it } from 'vitest'
import type { AnsweredBlock } from '../../src/system/checklists/checklists.queries.ts'
import { type BlockKind, MOST_PHOTOS } from '../../src/system/checklists/filling.contract.ts'
import { type LimitRow, type Limits, type Measured, limitsFor } from '../../src/system/checklists/limits.rules.ts'
import { fillingModel, unanswered } from '../../src/system/checklists/model.rules.ts'

const block = (kind: BlockKind, more: Partial<AnsweredBlock> = {}): AnsweredBlock => ({
  kind,
  label: 'Druk',
  required: false,
  not_applicable: false,
  options: [],
  unit: 'bar',
  lowest: null,
  highest: null,
  id: 1,
  position: 3,
  limits: [],
  source: '',
  answer: '',
  remark: '',
  files: [],
  ...more,
})
const file = (id: number) => ({ id, key: `k${id}`, type: 'image/jpeg' })
const model = (...blocks: AnsweredBlock[]) =>
  fillingModel(blocks, { checklistVersion: 2, fileUrl: (at, n) => `/photo/${at}/${n}` })
const only = (of: AnsweredBlock) => model(of).blocks[0]!

it('a block of which nothing is answered yet keeps what it asks', () => {
  const {
    id: _id,
    answer: _answer,
    remark: _remark,
    files: _files,
    source: _source,
    ...asked
  } = block('number', { lowest: '2' })
  expect(unanswered(asked)).toEqual({ ...asked, id: 0, source: '', answer: '', remark: '', files: [] })
})

describe('a block as it is shown', () => {
  it('has a field of its own, a number as people write it, and how it lies to its limits', () => {
    expect(only(block('number', { answer: '1.5', lowest: '2', highest: '7' }))).toMatchObject({
      key: 'a3',
      typed: '1,5',
      text: '1,5 bar',
      limitText: 'tussen 2 en 7 bar',
      verdict: 'low',
      verdictText: 'te laag',
      notable: true,
    })
    expect(only(block('number', { answer: '5', lowest: '2' }))).toMatchObject({
      verdictText: 'in orde',
      notable: false,
    })
    expect(only(block('number', { answer: '5' }))).toMatchObject({ verdict: null, verdictText: '', limitText: '' })
    expect(only(block('text', { answer: '1.5' })).typed).toBe('1.5')
    expect(only(block('date', { answer: '2027-06-30' })).typed).toBe('30-06-2027')
    expect(only(block('number', { answer: '>200' })).typed).toBe('>200')
    const none = { answer: 'n.v.t.', not_applicable: true }
    expect(only(block('number', none))).toMatchObject({ isNotApplicable: true, typed: '', text: 'n.v.t.' })
    expect(only(block('yes-no', { answer: '0' }))).toMatchObject({ text: 'Nee', notable: true })
  })

  it.each<[BlockKind, boolean]>([
    ['yes-no', true],
    ['choice', true],
    ['number', true],
    ['date', true],
    ['photo', true],
    ['text', false],
    ['signature', false],
    ['heading', false],
  ])('of the kind %s takes a remark: %s', (kind, remarks) => expect(only(block(kind)).remarks).toBe(remarks))

  it('shows its photos or signature by their order, and no files of others', () => {
    const files = [file(8), file(9)]
    expect(only(block('photo', { files })).files).toEqual([
      { ...file(8), url: '/photo/3/1' },
      { ...file(9), url: '/photo/3/2' },
    ])
    expect(only(block('signature', { files: [file(8)] })).files).toHaveLength(1)
    expect(only(block('number', { files })).files).toEqual([])
  })
})

it('a checklist counts what is asked, answered and missing', () => {
  const of = model(
    block('heading', { required: true }),
    block('number', { required: true }),
    block('photo', { required: true }),
    block('photo', { required: true, files: [file(8)] }),
    block('text', { answer: 'Goed', required: true }),
    block('text'),
  )
  expect(of).toMatchObject({ checklistVersion: 2, mostPhotos: MOST_PHOTOS, missing: 2, answered: 2, asked: 5 })
  expect(model(block('heading', { answer: 'Deel 1' }))).toMatchObject({ answered: 0, asked: 0, missing: 0 })
})

describe('limits that follow from what is measured', () => {
  const row = (more: Partial<LimitRow>): LimitRow => ({
    class: null,
    bound: 'at_most',
    base: '0.3',
    per_metre: null,
    above_metres: null,
    cap: null,
    source: 'S',
    ...more,
  })
  const perMetre = { per_metre: '0.01', above_metres: '5', cap: '1' }
  const less = { bound: 'at_least', base: '2', per_metre: '-0.1', above_metres: '10', cap: '0.5' } as const
  const [none, missing] = [{ lowest: null, highest: null, source: '' }, 'kabellengte ontbreekt']

  it.each<[LimitRow[], Measured, Partial<Limits>]>([
    [[], { classes: ['I'], metres: 5 }, {}],
    [[row({})], { classes: [], metres: null }, { highest: '0.3', source: 'S' }],
    [[row(perMetre)], { classes: [], metres: 4 }, { highest: '0.3', source: 'S' }],
    [[row(perMetre)], { classes: [], metres: 25 }, { highest: '0.5', source: 'S' }],
    [[row(perMetre)], { classes: [], metres: 75.5 }, { highest: '1', source: 'S' }],
    [[row({ per_metre: '0.013333' })], { classes: [], metres: 7.5 }, { highest: '0.4', source: 'S' }],
    [[row(perMetre)], { classes: [], metres: null }, { source: missing }],
    [[row({ per_metre: '999999999' })], { classes: [], metres: 1e15 }, { highest: '999999999', source: 'S' }],
    [[row(less)], { classes: [], metres: 12 }, { lowest: '1.8', source: 'S' }],
    [[row(less)], { classes: [], metres: 40 }, { lowest: '0.5', source: 'S' }],
    [
      [row({}), row({ class: 'I', base: '7', source: 'T' })],
      { classes: ['x', ' i '], metres: null },
      { highest: '7', source: 'T' },
    ],
    [[row({ class: 'I', ...perMetre }), row({})], { classes: ['I'], metres: null }, { source: missing }],
    [[row({}), row({ class: 'I', base: '7' })], { classes: ['II'], metres: null }, { highest: '0.3', source: 'S' }],
    [[row({ class: 'I' })], { classes: ['II'], metres: null }, { source: 'geen grens voor deze klasse' }],
    [[row({ class: 'I' })], { classes: [], metres: null }, { source: 'klasse ontbreekt' }],
    [[row({}), row(less)], { classes: [], metres: null }, { highest: '0.3', source: `${missing}; S` }],
    [[row({ base: '3' }), row(less)], { classes: [], metres: 0 }, { lowest: '2', highest: '3', source: 'S' }],
  ])('of %j with %j are %j', (rows, measured, limits) =>
    expect(limitsFor(rows, measured)).toEqual({ ...none, ...limits }),
  )

  it('go before those of the block, also before it is saved, and hold nothing where they are at odds', () => {
    const measured = { classes: ['I'], metres: 25 }
    const shown = (more: Partial<AnsweredBlock>) =>
      fillingModel([block('number', { answer: '0.42', ...more })], { checklistVersion: 1, fileUrl: () => '', measured })
        .blocks[0]!
    expect(shown({ limits: [row(perMetre)], highest: '0.1', lowest: '0.2' })).toMatchObject({
      limitText: 'tussen 0,2 en 0,5 bar',
      source: 'S',
      verdict: 'within',
      isMetered: true,
    })
    expect(shown({ highest: '0.1' })).toMatchObject({
      limitText: 'maximaal 0,1 bar',
      verdict: 'high',
      isMetered: false,
    })
    expect(shown({ limits: [row({})], lowest: '0.4' })).toMatchObject({
      limitText: '',
      source: 'de grenzen spreken elkaar tegen',
      verdict: null,
    })
  })
})
