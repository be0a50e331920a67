import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { drawnPdf } from '../../platform/pdf/drawn.ts'
import type { Services } from '../../platform/services.ts'
import type { AnsweredBlock } from './checklists.queries.ts'
import type * as drawing from './filled.drawing.ts'
import { NOT_APPLICABLE, answerText, isNotable, limitsText } from './filling.contract.ts'

const DRAWING = new URL('./filled.drawing.ts', import.meta.url)

const textOf = (block: AnsweredBlock): string => {
  const text = answerText(block, block.answer)
  if (text === '') return block.files.length > 0 ? '' : 'Niet ingevuld'
  const limits = block.answer === NOT_APPLICABLE ? '' : limitsText(block)
  return limits === '' ? text : `${text} (${limits})`
}

async function* linesOf(
  { files }: Pick<Services, 'files'>,
  blocks: AnsweredBlock[],
): AsyncGenerator<drawing.FilledLine> {
  for (const block of blocks) {
    const images: Uint8Array[] = []
    for (const { key } of block.files) images.push(await buffer(await files.open(key)))
    yield {
      kind: block.kind === 'heading' ? 'heading' : 'answer',
      label: block.label,
      text: block.kind === 'heading' ? '' : textOf(block),
      remark: [block.source, block.remark].filter(Boolean).join('\n'),
      notable: isNotable(block, block.answer),
      signature: block.kind === 'signature',
      images,
    }
  }
}

/** What was filled in as a document, drawn while it is read: one photo at a time is in memory. */
export const filledPdf = (
  services: Pick<Services, 'files'>,
  head: drawing.FilledHead,
  blocks: AnsweredBlock[],
): Readable => drawnPdf<typeof drawing>(DRAWING, head, linesOf(services, blocks))
