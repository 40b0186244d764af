import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findCommit } from './build-package'

const hasGit = spawnSync('git', ['--version']).status === 0

it.skipIf(!hasGit)(
  'the commit of a build is git’s; a copy without history has none, whatever is around it',
  async () => {
    const outer = await mkdtemp(join(tmpdir(), 'portal-build-'))
    onTestFinished(() => rm(outer, { recursive: true }))
    const git = (...args: string[]) => execFileSync('git', args, { cwd: outer, encoding: 'utf8' })
    git('init', '--quiet')
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@partner.example']
    git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'a release')
    const copy = join(outer, 'copy')
    await mkdir(copy)
    expect(await findCommit(outer)).toBe(git('rev-parse', '--short=12', 'HEAD').trim())
    expect(await findCommit(copy)).toBe('unknown')
  },
)
