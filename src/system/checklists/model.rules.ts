/** A checklist as the views show it, filled in or not. */
import type { AnsweredBlock } from './checklists.queries.ts'
import {
  type Block,
  MOST_PHOTOS,
  NOT_APPLICABLE,
  VERDICTS,
  answerText,
  isAsked,
  isMissing,
  isNotable,
  limitsText,
  takesFiles,
  typedAnswer,
  verdictOf,
} from './filling.contract.ts'
import { type LimitRow, type Measured, withLimits } from './limits.rules.ts'

/** A block of which nothing is answered yet. */
export const unanswered = (block: Block & { position: number; limits: LimitRow[] }): AnsweredBlock => ({
  ...block,
  source: '',
  id: 0,
  answer: '',
  remark: '',
  files: [],
})

type FileUrl = (block: number, file: number) => string

function blockModel(block: AnsweredBlock, fileUrl: FileUrl) {
  const verdict = verdictOf(block, block.answer)
  const isNotApplicable = block.not_applicable && block.answer === NOT_APPLICABLE
  return {
    ...block,
    key: `a${block.position}`,
    /** Ticked beside its answer, which is none then. */
    isNotApplicable,
    typed: isNotApplicable ? '' : typedAnswer(block, block.answer),
    text: answerText(block, block.answer),
    limitText: limitsText(block),
    /** Read from a meter, whose range ends somewhere. */
    isMetered: block.limits.length > 0,
    verdict,
    verdictText: verdict === null ? '' : VERDICTS[verdict],
    notable: isNotable(block, block.answer),
    remarks: isAsked(block) && block.kind !== 'text' && block.kind !== 'signature',
    files: takesFiles(block) ? block.files.map((file, i) => ({ ...file, url: fileUrl(block.position, i + 1) })) : [],
  }
}

/**
 * @param fileUrl where the photos or the signature of a block are shown, by their order
 * @param measured what is known of what is measured, while it is filled in; what is read keeps the limits of its save
 */
export const fillingModel = (
  blocks: AnsweredBlock[],
  { checklistVersion, fileUrl, measured }: { checklistVersion: number; fileUrl: FileUrl; measured?: Measured },
) => ({
  checklistVersion,
  mostPhotos: MOST_PHOTOS,
  blocks: blocks.map((block) => blockModel(measured ? withLimits(block, measured) : block, fileUrl)),
  missing: blocks.filter((block) => isMissing(block, { ...block, files: block.files.length })).length,
  answered: blocks.filter((block) => isAsked(block) && (block.answer !== '' || block.files.length > 0)).length,
  asked: blocks.filter(isAsked).length,
})
export type FillingModel = ReturnType<typeof fillingModel>
