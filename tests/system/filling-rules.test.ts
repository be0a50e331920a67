import { describe, expect, it } from 'vitest'
import type { AnsweredBlock } from '../../src/system/checklists/checklists.queries.ts'
import { type BlockKind, MOST_PHOTOS } from '../../src/system/checklists/filling.contract.ts'
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
  const { id: _id, answer: _answer, remark: _remark, files: _files, ...asked } = block('number', { lowest: '2' })
  expect(unanswered(asked)).toEqual({ ...asked, id: 0, answer: '', remark: '', files: [] })
})

describe('a block as it is shown', () => {
  it('has a field of its own, a number as people write it, and how it lies to its limits', () => {
    expect(only(block('number', { answer: '1.5', lowest: '2', highest: '7' }))).toMatchObject({
      key: 'a3',
      typed: '1,5',
      text: '1,5 bar',
      limits: 'tussen 2 en 7 bar',
      verdict: 'low',
      verdictText: 'te laag',
      notable: true,
    })
    expect(only(block('number', { answer: '5', lowest: '2' }))).toMatchObject({
      verdictText: 'in orde',
      notable: false,
    })
    expect(only(block('number', { answer: '5' }))).toMatchObject({ verdict: null, verdictText: '', limits: '' })
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
