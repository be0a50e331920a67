import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A long file that was begun last would run alone at the end; a clean clone does not know yet which ones are long. */
export function longestFirst(...files: string[]): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
      const isLong = ({ moduleId }: TestSpecification) => files.some((file) => moduleId.endsWith(`/${file}`))
      const sorted = await super.sort(specifications)
      return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
    }
  }
}
