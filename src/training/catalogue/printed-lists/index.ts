export { listPdf } from './lists.files.ts'
export type { ListColumn, PrintedList } from './paper.rules.ts'
export { LIST_TEMPLATE, LIST_VARIABLES, ON_LIST, listData } from './layout.rules.ts'
