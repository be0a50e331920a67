import type pg from 'pg'
import { MAX_LIST_BYTES, MAX_LIST_LINES } from '../../src/training/places/participant-lists/index.ts'
import { textCell, workbookParts, zip } from '../support/zip-writer.ts'
import { forSeconds, savingHeaders, tableP95, tableWhile } from './asking.ts'
import { median } from './figures.ts'
import { addPart } from './undo.ts'

const ROUNDS = 5

const HEADS = ['Voornaam', 'Tussenvoegsel', 'Achternaam', 'Geboortedatum', 'E-mail', 'Telefoon', 'Afdeling']

/** So many people, each with a line as long as the list may be heavy. */
const people = (lines: number, width: number): string[][] =>
  Array.from({ length: lines }, (_, i) => [
    `Voornaam${i}`,
    i % 3 === 0 ? 'van der' : '',
    `Achternaam${(i * 7919) % lines}`,
    `${(i % 28) + 1}-${(i % 12) + 1}-19${50 + (i % 50)}`,
    `iemand.${i}@bedrijf-${i % 40}.example`,
    `06 ${String(10_000_000 + i)}`,
    `Afdeling ${i % 60} `.padEnd(width, 'x'),
  ])

function files(): { name: string; bytes: Uint8Array<ArrayBuffer> }[] {
  const lines = people(MAX_LIST_LINES - 1, 0)
  const spare = Math.floor((MAX_LIST_BYTES - lines.flat().join(';').length) / MAX_LIST_LINES) - 8
  const csv = [HEADS, ...people(MAX_LIST_LINES - 1, spare)].map((cells) => cells.join(';')).join('\n')
  const row = (cells: string[], i: number) =>
    `<row r="${i + 1}">${cells.map((cell, c) => textCell(`${String.fromCharCode(65 + c)}${i + 1}`, cell)).join('')}</row>`
  const sheet = [HEADS, ...lines].map(row).join('')
  return [
    { name: 'deelnemers.csv', bytes: Uint8Array.from(Buffer.from(csv)) },
    { name: 'deelnemers.xlsx', bytes: Uint8Array.from(zip(workbookParts(sheet))) },
  ]
}

/** One line per kind of file: what reading the largest allowed list of participants does to the contacts table. */
export async function readingOfMany(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  const part = await addPart(pool)
  const headers = await savingHeaders(url, cookie)
  const read = async ({ name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> }) => {
    const body = new FormData()
    body.set('file', new Blob([bytes]), name)
    const start = performance.now()
    const answer = await fetch(`${url}/calendar/enroll/${part}/0/list`, { method: 'POST', headers, body })
    const text = await answer.text()
    const shown = text.split('data-line').length - 1
    if (!answer.ok || shown < 100) throw new Error(`${name} was answered with ${answer.status}, ${shown} lines`)
    return performance.now() - start
  }
  const lines: string[] = []
  for (const file of files()) {
    const rounds: { without: number; during: number; times: number; took: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const without = await tableP95(url, cookie, forSeconds(3))
      const { p95: during, value: took } = await tableWhile(url, cookie, read(file))
      // The first one compiles what it runs.
      if (round > 0) rounds.push({ without, during, times: during / without, took })
    }
    const of = (key: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[key]))
    lines.push(
      `${file.name} of ${MAX_LIST_LINES} lines, ${(file.bytes.length / 1024).toFixed(0)} kB: read in ${(of('took') / 1000).toFixed(2)} s; p95 of the contacts table ${of('during').toFixed(1)} ms meanwhile against ${of('without').toFixed(1)} ms without (${of('times').toFixed(2)} times)`,
    )
  }
  return lines.join('\n')
}
