import { describe, expect, it } from 'vitest'
import { formatSize } from '../../src/platform/format/size.ts'
import { mayChangeDocument, ownerOf } from '../../src/system/documents/documents.rules.ts'
import { viewerWith } from '../support/viewer.ts'

const OWNERS = [{ type: 'contact' }, { type: 'company' }, { type: 'appointment' }]

describe('the owner of a document', () => {
  it('is a contact, a company or a part', () => {
    expect(OWNERS.map(({ type }) => ownerOf(OWNERS, { [`${type}_id`]: 3 }))).toEqual([
      { type: 'contact', id: 3 },
      { type: 'company', id: 3 },
      { type: 'appointment', id: 3 },
    ])
    expect(ownerOf(OWNERS, { contact_id: null, company_id: 8, appointment_id: undefined })).toEqual({
      type: 'company',
      id: 8,
    })
  })

  it.each([[{}], [{ contact_id: null }], [{ contact_id: 1, company_id: 2 }]])(
    'is one: %j names none or more',
    (ids) => {
      expect(() => ownerOf(OWNERS, ids)).toThrow(
        expect.objectContaining({ status: 400, message: 'Cannot add document for it would be an orphan' }),
      )
    },
  )
})

describe('who changes a document', () => {
  it.each([
    [1, true, true],
    [2, true, true],
    [3, true, false],
    [4, false, false],
    [5, false, false],
    [6, false, false],
  ] as const)('role %i: an own one %s, another %s', (role, own, other) => {
    const viewer = viewerWith([role], 7)
    expect(mayChangeDocument(viewer, { created_by: 7 })).toBe(own)
    expect(mayChangeDocument(viewer, { created_by: 8 })).toBe(other)
    expect(mayChangeDocument(viewer, { created_by: null })).toBe(other)
  })
})

describe('the size of a file', () => {
  it.each([
    [0, '1 kB'],
    [1, '1 kB'],
    [1_499, '1 kB'],
    [1_500, '2 kB'],
    [812_400, '812 kB'],
    [999_499, '999 kB'],
    [1_000_000, '1 MB'],
    [3_449_999, '3,4 MB'],
    [12_000_000, '12 MB'],
    [1_234_567_890, '1,2 GB'],
  ])('%i is %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text)
  })
})
