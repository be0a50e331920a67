/** The part of Stryker's report (mutation-testing-report-schema) that scores are made of. */
export interface MutationReport {
  files: Record<string, { mutants: { status: string }[] }>
}

export interface FileScore {
  file: string
  noticed: number
  mutants: number
  /** Percentage of the mutants that a test noticed; 100 for a file that has none. */
  score: number
}

const NOTICED = ['Killed', 'Timeout']
/** Mutants that do not compile or were left out on purpose tell nothing about the tests. */
const COUNTED = [...NOTICED, 'Survived', 'NoCoverage']

/** How much of each file the tests hold, the least first. */
export function mutationScores({ files }: MutationReport): FileScore[] {
  return Object.entries(files)
    .map(([file, { mutants }]) => {
      const count = (statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length
      const [noticed, all] = [count(NOTICED), count(COUNTED)]
      return { file, noticed, mutants: all, score: all === 0 ? 100 : (100 * noticed) / all }
    })
    .sort((a, b) => a.score - b.score || a.file.localeCompare(b.file))
}

/** One line per file; those below the threshold are pointed out. Cut, not rounded: 84.99 is no 85. */
export function scoreLine({ file, noticed, mutants, score }: FileScore, threshold: number): string {
  const percentage = (Math.floor(score * 100) / 100).toFixed(2).padStart(6)
  return `${percentage} %  ${file} (${noticed} of ${mutants})${score < threshold ? `  ← BELOW ${threshold} %` : ''}`
}
