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
var compiled = path.join(__dirname, 'main.js');
var entry = fs.existsSync(compiled) ? compiled : path.join(__dirname, 'main.ts');
import(url.pathToFileURL(entry).href);
