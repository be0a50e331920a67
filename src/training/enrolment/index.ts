export { lockResults, setResults, type RecordedResult } from './results.commands.ts'
