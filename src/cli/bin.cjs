#!/usr/bin/env node
// This file is CommonJS without modern syntax, so that an old Node.js can parse it and print the message about the
// required version.
'use strict';

var fs = require('fs');
var path = require('path');
var url = require('url');

if (parseInt(process.versions.node, 10) < 24) {
  process.stderr.write('integration-contract: Node.js is ' + process.version + '; expected 24 or later.\n');
  process.exit(2);
}

require('module').enableCompileCache();
// The repository has TypeScript sources in `src/cli`; the npm package and the container image contain only the
// compiled JavaScript.
var entries = ['main.ts', 'main.js', '../../dist/src/cli/main.js'].map(function (name) {
  return path.join(__dirname, name);
});
import(url.pathToFileURL(entries.find(fs.existsSync)).href);
