#!/usr/bin/env node
// CommonJS without modern syntax, so that an old Node can read it and say what is wrong.
'use strict';

var fs = require('fs');
var path = require('path');
var url = require('url');

if (parseInt(process.versions.node, 10) < 24) {
  process.stderr.write('integration-contract: needs Node.js 24 or later; this is ' + process.version + '.\n');
  process.exit(2);
}

require('module').enableCompileCache();
// In this repository, the sources beside it; in the package and in an image, what was built of them.
var entries = ['main.ts', 'main.js', '../../dist/src/cli/main.js'].map(function (name) {
  return path.join(__dirname, name);
});
import(url.pathToFileURL(entries.find(fs.existsSync)).href);
