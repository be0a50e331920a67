import { buffer } from 'node:stream/consumers'
import { Invalid } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { ListError, MOST_BYTES, MOST_LINES, TOO_LONG } from '../../platform/files/list-rows.rules.ts'
import { listRows } from '../../platform/files/list-rows.ts'
import { listLines, opensAsWorkbook } from '../../platform/files/list-stream.ts'
import type { ReceivedFile } from '../../platform/http/receive-file.ts'

const MANY = MOST_LINES.toLocaleString('nl-NL')
const PASTED = `Geplakt heeft een lijst hooguit ${MANY} regels. Bewaar haar als CSV en kies dat bestand.`
export const WORKBOOK = `Een Excel-bestand heeft hier hooguit ${MANY} regels en 2 MB. Bewaar de lijst als CSV: dan mag zij langer zijn.`

/** Enough to know its columns by. */
const HEAD = 51

interface List {
  /** Of a long list its beginning alone. */
  list: string[][]
  isLong: boolean
}

/** A list that was pasted or sent. @throws Invalid where it cannot be read, or is too long */
export async function readList(
  sent: { text: string } | { file: Pick<ReceivedFile, 'key' | 'size'>; files: FileStore },
  signal?: AbortSignal,
): Promise<List> {
  if ('text' in sent) return { list: await listRows(sent, signal).catch(insteadOf(PASTED)), isLong: false }
  const { files, file } = sent
  const open = () => files.open(file.key)
  if (await opensAsWorkbook(open)) {
    if (file.size > MOST_BYTES) throw new Invalid({ list: [WORKBOOK] })
    return { list: await listRows({ bytes: await buffer(await open()) }, signal).catch(insteadOf(WORKBOOK)), isLong: false } // prettier-ignore
  }
  const most = file.size > MOST_BYTES ? HEAD : MOST_LINES + 1
  const list: string[][] = []
  try {
    for await (const line of listLines(open)) if (list.push(line) > most) break
  } catch (error) {
    throw error instanceof ListError ? new Invalid({ list: [error.message] }) : error
  }
  const isLong = list.length > most
  return { list: isLong ? list.slice(0, HEAD) : list, isLong }
}

/** Says what can be done about a list that is too long. */
const insteadOf =
  (text: string) =>
  (error: unknown): never => {
    throw error instanceof Invalid && error.fields.list?.[0] === TOO_LONG ? new Invalid({ list: [text] }) : error
  }
