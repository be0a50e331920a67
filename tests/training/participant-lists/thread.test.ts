import { describe, expect, it } from 'vitest'
import { runInThread } from '../../../src/platform/jobs/thread.ts'
import { matchList, readList } from '../../../src/training/places/participant-lists/index.ts'
import { TODAY, enrolled } from './reading.ts'
import { textCell, workbookParts, zip } from '../../support/zip-writer.ts'

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => `Voornaam${i};Achternaam${i};01-02-${1950 + (i % 55)};p${i}@post.example`)
const text = (count: number) => ['Voornaam;Achternaam;Geboortedatum;E-mail', ...linesOf(count)].join('\n')
const waitsFor = () => new AbortController().signal
const code = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

describe('a large list', () => {
  it('is read and judged in a thread just as a small one is where it stands', async () => {
    const [large, small] = await Promise.all(
      [1000, 50].map((count) => readList({ input: { text: text(count) }, chosen: {}, today: TODAY }, waitsFor())),
    )
    expect(large!.list.people).toHaveLength(1000)
    expect(large!.list.people.slice(0, 50)).toEqual(small!.list.people)
    expect(large!.map).toEqual(small!.map)
    const { people } = large!.list
    const matches = await matchList({ people, known: enrolled(people) }, waitsFor())
    expect(matches.map(({ kind }) => kind)).toEqual(people.map(() => 'matched'))
  })

  it('leaves the loop to others while it is read', async () => {
    let read = false
    const reading = readList({ input: { text: text(4999) }, chosen: {}, today: TODAY }, waitsFor()).then(
      () => (read = true),
    )
    let turns = 0
    while (!read) {
      await new Promise((resolve) => setImmediate(resolve))
      turns++
    }
    await reading
    // Read on the loop there would be one turn at most.
    expect(turns).toBeGreaterThan(20)
  })

  it('that is refused says why, also from a thread', async () => {
    const rows = `<row r="1">${textCell('A1', 'x'.repeat(9_000_000))}</row>`
    await expect(
      readList({ input: { bytes: zip(workbookParts(rows)) }, chosen: {}, today: TODAY }, waitsFor()),
    ).rejects.toThrow('uitgepakt te groot')
  })

  it('that nobody waits for any more is given up', async () => {
    const preview = new AbortController()
    const reading = readList({ input: { text: text(4999) }, chosen: {}, today: TODAY }, preview.signal)
    preview.abort()
    await expect(reading).rejects.toThrow('Het lezen van deze lijst is afgebroken.')
  })
})

describe('lists that wait for a thread', () => {
  it('leave the row when nobody waits for them any more, and the next one goes on', async () => {
    const ended: string[] = []
    const start = (name: string, signal?: AbortSignal) =>
      readList({ input: { text: text(4999) }, chosen: {}, today: TODAY }, signal ?? waitsFor()).then(
        () => ended.push(name),
        (error: Error) => ended.push(error.message),
      )
    const left = new AbortController()
    const all = [start('one'), start('two'), start('left', left.signal), start('three')]
    left.abort()
    await Promise.all(all)
    expect(ended[0]).toBe('Het lezen van deze lijst is afgebroken.')
    expect(ended.slice(1).sort()).toEqual(['one', 'three', 'two'])
  })
})

describe('a thread', () => {
  it('is ended when it takes too long or too much memory', async () => {
    const endless = code('for (;;) {}')
    await expect(runInThread(endless, null, { seconds: 0.2, megabytes: 32 })).rejects.toMatchObject({ reason: 'time' })
    const hungry = code('const all = []; for (;;) all.push(new Array(1_000_000).fill(all.length))')
    await expect(runInThread(hungry, null, { seconds: 60, megabytes: 32 })).rejects.toMatchObject({ reason: 'memory' })
  })

  it('passes on what goes wrong in it', async () => {
    const wrong = code('throw new Error("went wrong")')
    await expect(runInThread(wrong, null, { seconds: 60, megabytes: 32 })).rejects.toThrow('went wrong')
  })
})
