import { buffer } from 'node:stream/consumers'
import { Invalid } from '../../platform/errors.ts'
import { ListError } from '../../platform/files/list-rows.rules.ts'
import { longRows } from '../../platform/files/list-rows.ts'
import type { ReceivedFile } from '../../platform/http/receive-file.ts'
import type { Services } from '../../platform/services.ts'
import { FolderError, type FolderFile, MOST_ROWS, filesIn, kindIn } from './folder.rules.ts'
import type { Listed } from './moves.commands.ts'
import { targetsOf } from './steps.rules.ts'

/** Below the file store, while they are read. */
export const FOLDER = 'migration'

/** Of a file; empty lines count. */
const LIMITS = {
  columns: 500,
  tooManyColumns: 'dit bestand heeft meer dan 500 kolommen.',
  lines: 2 * MOST_ROWS,
  tooManyLines: `dit bestand heeft meer dan ${(2 * MOST_ROWS).toLocaleString('nl-NL')} regels. Deel het in kleinere bestanden.`,
}

export interface Folder {
  /** Files of which rows were read, and those of which nothing is known. */
  files: string[]
  unread: string[]
  lists: Listed[]
}

/** What files of an older system hold. @throws Invalid with what is wrong with one of them */
export async function readFolder(
  { files, registry }: Pick<Services, 'files' | 'registry'>,
  sent: readonly ReceivedFile[],
): Promise<Folder> {
  const targets = targetsOf(registry)
  const folder: Folder = { files: [], unread: [], lists: [] }
  try {
    for (const { name, key } of sent)
      for (const file of filesIn({ name, bytes: await buffer(await files.open(key)) })) {
        const found = kindIn(targets, file.name, await rowsIn(file))
        if (found === null) folder.unread.push(file.name)
        else {
          folder.files.push(file.name)
          folder.lists.push(found)
        }
      }
  } catch (error) {
    if (error instanceof FolderError || error instanceof ListError) throw new Invalid({ files: [error.message] })
    throw error
  }
  return folder
}

async function rowsIn({ name, bytes }: FolderFile): Promise<string[][]> {
  try {
    return await longRows(bytes, LIMITS)
  } catch (error) {
    throw error instanceof ListError ? new FolderError(`${name}: ${error.message}`) : error
  }
}
