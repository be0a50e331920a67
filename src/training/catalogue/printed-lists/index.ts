export { listPdf } from './lists.files.ts'
export type { ListColumn, PrintedList } from './paper.rules.ts'
