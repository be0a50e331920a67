import { describe, expect, it } from 'vitest'
import { competencyList, presenceList } from '../../src/training/day/presence/lists.rules.ts'
import type { Presence } from '../../src/training/day/presence/presence.queries.ts'
import { chosenRows, nextSigners, toRows, yesNo } from '../../src/training/day/presence/presence.rules.ts'
import { imageType } from '../../src/training/day/presence/signatures.rules.ts'

const SIGNED = new Date('2026-11-19T07:41:00Z')
const STARTS = new Date('2026-11-19T07:30:00Z')
const result = (
  contactId: number,
  appointmentId: number,
  present: 0 | 1 | null,
  passed: 0 | 1 | null,
  more: { signedAt?: Date; signedOutAt?: Date; arrivedAt?: Date } = {},
) => ({
  contactId,
  appointmentId,
  name: `Cursist ${contactId}`,
  company: contactId === 1 ? 'De Linde' : '',
  present,
  presentSource: null,
  passed,
  startsAt: STARTS,
  signedAt: null,
  signedOutAt: null,
  arrivedAt: null,
  ...more,
})
const cell = (present: 0 | 1 | null, passed: 0 | 1 | null, signedAt: Date | null) => ({
  ...{ present, presentSource: null, passed, signedAt, signedOutAt: null, arrivedAt: null, startsAt: STARTS },
})
const rows = toRows([
  result(2, 11, 1, 1, { signedAt: SIGNED }),
  result(1, 11, 0, null),
  result(2, 12, 1, 0),
  result(3, 12, null, null),
])

describe('who signs next', () => {
  const inPart = toRows(
    [1, 2, 3, 4].map((contactId) =>
      result(contactId, 11, contactId === 3 ? 0 : null, null, contactId === 2 ? { signedAt: SIGNED } : {}),
    ),
  )
  const at = (contactId: number, appointmentId = 11) => ({ contactId, appointmentId, moment: 'start' as const })
  it.each([
    ['the first below that has not signed and is not absent', 1, 4],
    ['somebody above when nobody is left below', 4, 1],
    ['of all when the signer is not in the list', 9, 1],
  ])('is %s', (_what, from, next) => {
    expect(nextSigners(inPart, at(from))[0]?.contactId).toBe(next)
  })

  it('is nobody who is not in the part, and not the signer again', () => {
    expect(nextSigners(inPart, at(1, 12))).toEqual([])
    expect(nextSigners(inPart.slice(0, 1), at(1))).toEqual([])
  })
})

describe('who signs on leaving', () => {
  it('is asked of everybody but who was absent, whoever signed on coming', () => {
    const inPart = toRows([
      result(1, 11, 1, null, { signedAt: SIGNED, signedOutAt: SIGNED }),
      result(2, 11, 1, null, { signedAt: SIGNED }),
      result(3, 11, 0, null),
      result(4, 11, null, null),
    ])
    const next = nextSigners(inPart, { contactId: 4, appointmentId: 11, moment: 'end' })
    expect(next.map(({ contactId }) => contactId)).toEqual([2])
  })
})

describe('presence by student', () => {
  it('is one row each, in the order of the results, with a cell for each part they are in', () => {
    expect(rows.map(({ contactId, name, company }) => [contactId, name, company])).toEqual([
      [2, 'Cursist 2', ''],
      [1, 'Cursist 1', 'De Linde'],
      [3, 'Cursist 3', ''],
    ])
    expect(rows.map(({ cells }) => [...cells])).toEqual([
      [
        [11, cell(1, 1, SIGNED)],
        [12, cell(1, 0, null)],
      ],
      [[11, cell(0, null, null)]],
      [[12, cell(null, null, null)]],
    ])
  })

  it('is narrowed to who is named, if anybody is', () => {
    expect(chosenRows(rows, []).map(({ contactId }) => contactId)).toEqual([2, 1, 3])
    expect(chosenRows(rows, [3, 2, 9]).map(({ contactId }) => contactId)).toEqual([2, 3])
  })

  it('is told as Ja, Nee or nothing yet', () => {
    expect([1, 0, null].map((value) => yesNo(value as 0 | 1 | null))).toEqual(['Ja', 'Nee', ''])
  })
})

const part = (id: number, description: string, hour: number) => ({
  id,
  description,
  starts_at: new Date(Date.UTC(2026, 10, 19, hour)),
  ends_at: new Date(Date.UTC(2026, 10, 19, hour + 3)),
})
const presence = (changes: Partial<Presence> = {}, description = 'Theorie') =>
  ({
    appointment: { ...part(11, description, 8), group_id: 20418, course_description: 'BHV' },
    parts: [part(11, 'Theorie', 8), part(12, 'Praktijk', 12)],
    teachers: ['Jeroen van Dijk', 'Anouk Bos'],
    staff: true,
    leaving: new Set(),
    rows,
    ...changes,
  }) as unknown as Presence
const sum = (columns: { share: number }[]) => columns.reduce((total, { share }) => total + share, 0)

describe('the presence list of a day that is signed twice', () => {
  it('has when who came, that it was too late, and both signatures', () => {
    const at = (time: string) => new Date(`2026-11-19T${time}:00Z`)
    const signed = toRows([
      result(2, 11, 1, 1, { signedAt: SIGNED, signedOutAt: at('15:30'), arrivedAt: at('07:25') }),
      result(4, 11, 1, null, { signedAt: SIGNED, arrivedAt: at('08:01') }),
      result(5, 11, null, null),
    ])
    const list = presenceList(presence({ rows: signed, leaving: new Set([11]) }), [])
    expect(list.columns.map(({ label }) => label).slice(3)).toEqual([
      'Aanwezig',
      'Aankomst',
      'Handtekening bij aankomst',
      'Handtekening bij vertrek',
    ])
    expect(list.orientation).toBe('landscape')
    expect(sum(list.columns)).toBeCloseTo(1)
    expect(list.rows.map((row) => row.slice(3))).toEqual([
      ['Ja', '08:25', 'Getekend op 19-11-2026 08:41', 'Getekend op 19-11-2026 16:30'],
      ['Ja', '09:01, te laat', 'Getekend op 19-11-2026 08:41', ''],
      ['', '', '', ''],
    ])
  })
})

describe('the presence list', () => {
  it('holds who is in the part, what is known of them and room to sign', () => {
    expect(presenceList(presence(), [])).toEqual({
      facts: [
        ['Planning', '20418'],
        ['Docent', 'Jeroen van Dijk, Anouk Bos'],
      ],
      signer: 'Handtekening docent (Jeroen van Dijk, Anouk Bos)',
      empty: 'Er zijn nog geen cursisten ingeschreven.',
      title: 'Presentielijst',
      subtitle: 'BHV: Theorie · do 19-11-2026, 09:00–12:00',
      orientation: 'portrait',
      columns: [
        { label: '', share: 0.06 },
        { label: 'Cursist', share: 0.28 },
        { label: 'Bedrijf', share: 0.24 },
        { label: 'Aanwezig', share: 0.11 },
        { label: 'Handtekening', share: 0.31 },
      ],
      rows: [
        ['1', 'Cursist 2', '', 'Ja', 'Getekend op 19-11-2026 08:41'],
        ['2', 'Cursist 1', 'De Linde', 'Nee', ''],
      ],
    })
    expect(presenceList(presence(), [1]).rows).toEqual([['1', 'Cursist 1', 'De Linde', 'Nee', '']])
  })

  it('names a part that is called as its course once', () => {
    expect(presenceList(presence({}, 'BHV'), []).subtitle).toBe('BHV · do 19-11-2026, 09:00–12:00')
  })

  it('tells number and teachers only to who plans or teaches', () => {
    expect(presenceList(presence({ staff: false }), [])).toMatchObject({
      facts: [],
      signer: 'Handtekening docent',
      empty: 'Van uw mensen is hier niemand ingeschreven.',
    })
    expect(presenceList(presence({ teachers: [] }), [])).toMatchObject({
      facts: [
        ['Planning', '20418'],
        ['Docent', '–'],
      ],
      signer: 'Handtekening docent',
    })
  })

  it('leaves presence empty that is not known yet', () => {
    const list = presenceList(presence({ appointment: { ...presence().appointment, id: 12 } }), [])
    expect(list.rows).toEqual([
      ['1', 'Cursist 2', '', 'Ja', ''],
      ['2', 'Cursist 3', '', '', ''],
    ])
  })
})

describe('the competency list', () => {
  it('holds everybody in the planning, with how each part went', () => {
    const list = competencyList(presence(), [])
    expect(list).toMatchObject({
      title: 'Competentielijst',
      subtitle: 'BHV · do 19-11-2026, 09:00–16:00',
      orientation: 'landscape',
      signer: 'Handtekening docent (Jeroen van Dijk, Anouk Bos)',
      columns: [
        { label: '', share: 0.04 },
        { label: 'Cursist', share: 0.2 },
        { label: 'Bedrijf', share: 0.16 },
        { label: 'Theorie', share: 0.23 },
        { label: 'Praktijk', share: 0.23 },
        { label: 'Paraaf docent', share: 0.14 },
      ],
      rows: [
        ['1', 'Cursist 2', '', 'Voldoende', 'Onvoldoende', ''],
        ['2', 'Cursist 1', 'De Linde', 'Afwezig', 'n.v.t.', ''],
        ['3', 'Cursist 3', '', 'n.v.t.', '', ''],
      ],
    })
    expect(competencyList(presence(), [3]).rows).toEqual([['1', 'Cursist 3', '', 'n.v.t.', '', '']])
  })
})

it('the columns of both lists fill the width', () => {
  expect(sum(presenceList(presence(), []).columns)).toBeCloseTo(1)
  expect(sum(competencyList(presence(), []).columns)).toBeCloseTo(1)
})

describe('the picture of a signature', () => {
  const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  const webp = (kind: string, { size = 12, length = 20, riff = 'RIFF' } = {}) => {
    const bytes = Buffer.alloc(length)
    bytes.write(riff, 0, 'latin1')
    bytes.writeUInt32LE(size, 4)
    bytes.write(kind, 8, 'latin1')
    return bytes
  }

  it('is known by its content, as webp or where a browser writes none as png', () => {
    expect(imageType(Buffer.from([...PNG, 1, 2]))).toBe('image/png')
    for (const kind of ['WEBPVP8 ', 'WEBPVP8L', 'WEBPVP8X']) expect(imageType(webp(kind))).toBe('image/webp')
    expect(imageType(webp('WEBPVP8 ', { size: 42, length: 50 }))).toBe('image/webp')
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['the beginning of a png', Buffer.from(PNG.slice(0, 7))],
    ['a png that begins later', Buffer.from([0, ...PNG])],
    ['a webp of another kind', webp('WEBPVP9 ')],
    ['another RIFF', webp('WAVEfmt ')],
    ['no RIFF', webp('WEBPVP8 ', { riff: 'RIFX' })],
    ['a webp that was cut off', webp('WEBPVP8 ', { size: 13 })],
    ['a webp with something behind it', webp('WEBPVP8 ', { size: 11 })],
    ['a webp without content', webp('WEBPVP8 ', { size: 11, length: 19 })],
  ])('is not %s', (_what, bytes) => {
    expect(imageType(bytes)).toBeNull()
  })
})
